# SPDX-License-Identifier: GPL-3.0-or-later
"""Downey (1997): the equations as printed against `forecost speedup`, and parallelism profiles against fits."""
import json
import math
import pathlib

import commands

EXAMPLES = pathlib.Path(__file__).resolve().parents[2]
A_OF_FIGURES = 64  # figures 3 and 4


def speedup(n, A, sigma):
    """Equations 2 and 4, as printed."""
    if sigma <= 1:
        if n <= A:
            return A * n / (A + sigma / 2 * (n - 1))
        return A * n / (sigma * (A - 0.5) + n * (1 - sigma / 2)) if n <= 2 * A - 1 else A
    return n * A * (sigma + 1) / (sigma * (n + A - 1) + A) if n <= A + A * sigma - sigma else A


def most_power(A, sigma):
    """The maximum of S^2 / n by search (figure 4's circles), without equations 6 to 9."""
    points = [1 + i / 200 for i in range(int(200 * (A + A * max(sigma, 1))))]
    return max(points, key=lambda n: speedup(n, A, sigma) ** 2 / n)


def fitted(path, *options):
    return json.loads(commands.forecost("speedup", path, *options, "--format", "json"))


def curves(folder):
    """Figures 2, 3 and 4 and equations 8 and 9: the command recovers A, sigma and the knee from the printed equations."""
    rows = [["sigma", "S_32", "S_64", "S_128", "S_256", "A_fitted", "sigma_fitted", "knee", "knee_by_search"]]
    for sigma in (0.01, 0.2, 0.4, 0.6, 0.66, 0.7, 0.8, 0.9, 1, 1.5, 2, 5, 10):
        path = folder / "curve.csv"
        points = [1, 2, 4, 8, 16, 32, 48, 64, 80, 96, 112, 126, 150, 200, 256, 400, 800]
        path.write_text("ranks,speedup\n" + "".join(f"{n},{speedup(n, A_OF_FIGURES, sigma)!r}\n" for n in points),
                        encoding="utf-8")
        fit = fitted(path)
        rows.append([sigma, *(speedup(n, A_OF_FIGURES, sigma) for n in (32, 64, 128, 256)), round(fit["A"], 6),
                     round(fit["sigma"], 6), round(fit["knee"], 4), most_power(A_OF_FIGURES, sigma)])
    return rows


def chains(phases):
    """A task graph with this profile, [(parallelism, duration)]: chains of 20 short tasks, so that any number of
    processors shares a phase evenly, as the equations assume."""
    tasks, last = [], []
    for number, (width, duration) in enumerate(phases):
        ends = []
        for i in range(width):
            before = last
            for step in range(20):
                name = f"{number}.{i}.{step}"
                tasks.append({"name": name, "cpu_s": duration / 20, "parents": before})
                before = [name]
            ends += before
        tasks.append({"name": f"end {number}", "cpu_s": 0, "parents": ends})
        last = [f"end {number}"]
    return {"taskgraph": 1, "graph": {"kind": "tasks", "tasks": tasks}}


def profiles(folder):
    """Section 2's claim, which the paper leaves open (5.1): the fitted parameters are those of the profile."""
    rows = [["graph", "A_profile", "sigma_profile", "A_fitted", "sigma_fitted", "error_of_profile_curve",
             "error_of_fitted_curve"]]
    graphs = []
    for A, sigma in ((8, 0.25), (16, 0.5), (16, 1)):
        path = folder / f"low_{A}_{sigma}.json"
        graphs.append((f"figure 1a, A = {A}, sigma = {sigma}", path))
        path.write_text(json.dumps(chains([(1, sigma / 2), (A, 1 - sigma), (2 * A - 1, sigma / 2)])), encoding="utf-8")
    for A, sigma in ((8, 1), (8, 2), (16, 5)):
        path = folder / f"high_{A}_{sigma}.json"
        graphs.append((f"figure 1b, A = {A}, sigma = {sigma}", path))
        path.write_text(json.dumps(chains([(1, sigma), (A + A * sigma - sigma, 1)])), encoding="utf-8")
    for name in ("polyroots", "dynprog", "locusroute", "psim"):
        graphs.append((name, EXAMPLES / "taskgraph" / f"{name}.json"))
    for name, path in graphs:
        fit = fitted(path)
        of = fit["profile"]
        rows.append([name, of["A"], of["sigma"], round(fit["A"], 4), round(fit["sigma"], 4), round(of["largest_error"], 5),
                     round(of["largest_error_of_fit"], 5)])
    return rows


def published():
    """Section 4: fits of published run times (examples/speedup) in place of figures 5 to 7."""
    rows = [["benchmark", "observations", "left_out", "A", "A_is", "sigma"]]
    for path in sorted((EXAMPLES / "speedup").glob("npb_*.csv")):
        fit = fitted(path)
        out = sum(point["use"] != "fitted" for point in fit["points"])
        rows.append([path.stem, len(fit["points"]), out, round(fit["A"], 3), fit["A_is"], round(fit["sigma"], 4)])
    return rows


def workload():
    """Section 1: the cumulative distributions of 10,000 jobs."""
    jobs = commands.rows("speedup", "--generate", 10000, "--seed", 1, "--max-parallelism", 128)
    shares = {"A": lambda x: math.log(x, 128), "sigma": lambda x: x / 2, "work_s": lambda x: math.log(x, 1e6)}
    rows = [["quantity", *(f"{decile} %" for decile in range(10, 100, 10)), "kolmogorov_distance"]]
    for key, share in shares.items():
        values = sorted(float(job[key]) for job in jobs)
        distance = max(max(abs((i + 1) / len(values) - share(v)), abs(i / len(values) - share(v)))
                       for i, v in enumerate(values))
        rows.append([key, *(values[len(values) * decile // 100 - 1] for decile in range(10, 100, 10)), distance])
    return rows


def summary(tables):
    rows = [["shown", "paper", "ours", "accept"]]
    curve = [dict(zip(tables["curves"][0], row)) for row in tables["curves"][1:]]
    rows.append(["largest error of A fitted to equations 2 and 4", "exact", max(abs(c["A_fitted"] / 64 - 1) for c in curve),
                 "<= 1e-5"])
    rows.append(["largest error of sigma fitted to them", "exact",
                 max(abs(c["sigma_fitted"] - c["sigma"]) for c in curve), "<= 1e-4"])
    rows.append(["largest difference of the knee from a search", "figure 4: local maxima are global",
                 max(abs(c["knee"] - c["knee_by_search"]) for c in curve), "<= 0.02"])
    knee = {c["sigma"]: c["knee"] for c in curve}
    rows.append(["knee at sigma 0.6, A = 64", "A below about 2/3", knee[0.6], "<= 64.001"])
    rows.append(["knee at sigma 1, A = 64", "2 A - 1 = 127", knee[1], ">= 126.99"])
    rows.append(["knee at sigma 10, A = 64", "decreases towards A - 1", knee[10], "<= 72"])
    own = [dict(zip(tables["profiles"][0], row)) for row in tables["profiles"][1:]]
    for row in own:
        if row["graph"].startswith("figure"):
            A, sigma = (float(word.split(" = ")[1]) for word in row["graph"].split(", ")[1:])
            rows.append([f"{row['graph']}: error of the profile's A and sigma", "definition",
                         max(abs(row["A_profile"] / A - 1), abs(row["sigma_profile"] / sigma - 1)), "<= 1e-9"])
            rows.append([f"{row['graph']}: error of the fitted A", "hypothesis", abs(row["A_fitted"] / A - 1), "<= 0.03"])
            rows.append([f"{row['graph']}: error of the fitted sigma", "hypothesis",
                         abs(row["sigma_fitted"] / sigma - 1), "<= 0.15"])
        else:
            rows.append([f"{row['graph']}: fitted A over the profile's", "hypothesis, left open",
                         row["A_fitted"] / row["A_profile"], ">= 0.8"])
            rows.append([f"{row['graph']}: fitted sigma over the profile's", "hypothesis, left open",
                         row["sigma_fitted"] / row["sigma_profile"], ""])
    for row in tables["workload"][1:]:
        rows.append([f"workload: Kolmogorov distance of {row[0]}", "0.1 % level: 0.0195", row[-1], "<= 0.0195"])
    return rows


def tables(_here, folder):
    made = {"curves": curves(folder), "profiles": profiles(folder), "published": published(), "workload": workload()}
    return {**made, "summary": summary(made)}
