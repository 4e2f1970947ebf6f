/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FIELD_H
#define FIELD_H

double fill(int n);
double edge(int n);
double stencil(int n);

#endif
