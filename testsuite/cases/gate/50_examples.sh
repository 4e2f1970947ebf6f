# SPDX-License-Identifier: GPL-3.0-or-later
# examples/ci against its README: the settings work, the workflow files use existing options and install all packages of
# the build.
rm -rf repository
mkdir -p repository
cp -r "$root/examples" repository
cp repository/examples/ci/forecost.yaml repository
check repository --update
expect 0 "examples/ci" "perf.json: 6 points of 2 programs."
sed -i 's/^        MPI_Allgather(s->new.*/&\n        double norm = s->new[0];\n        MPI_Allreduce(MPI_IN_PLACE, \&norm, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);/' repository/examples/jacobi_row/jacobi_row.c
check repository
expect 1 "examples/ci" "examples/jacobi_row/jacobi_row.c:65: new: MPI_Allreduce in jacobi: "
for workflow in github gitlab; do
    line=$(grep -o 'forecost check .*' "$root/examples/ci/$workflow.yml")
    read -ra words <<<"${line#forecost check }"
    check repository "${words[@]}"
    expect 1 "$workflow.yml" "3 slower"
    for written in "${words[@]}"; do
        [[ $written != *=* || -s repository/${written#*=} ]] || fail "$workflow.yml: $written was not written"
    done
    # all packages of tools/bootstrap, except those of its tests
    mapfile -t needed < <(sed -n '/^packages=(/,/)/p' "$root/tools/bootstrap" | tr -d '()' | sed 's/^packages=//' | tr ' ' '\n' |
        grep -v -x -e '' -e libcmocka-dev -e gnuplot-nox -e llvm-19 -e python3 -e clang-format -e 'chromium.*' -e 'node.*' -e npm)
    for package in "${needed[@]}"; do
        grep -q -w -e "$package" "$root/examples/ci/$workflow.yml" || fail "$workflow.yml does not install $package"
    done
done
