/* SPDX-License-Identifier: Apache-2.0 */
#include "comm_interface/operations.h"
