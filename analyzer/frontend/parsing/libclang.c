/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/parsing/libclang.h"

#include "support/messages/frontend.h"
#include "support/messages/report.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SANITIZE_ADDRESS__
/* Up to GCC 13, LeakSanitizer misreads the thread-local storage of a library loaded by dlopen and crashes now and then
 * (https://github.com/Mudlet/Mudlet/pull/9930). This option disables the faulty lookup. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "intercept_tls_get_addr=0";
}
#endif

static void *do_nothing(void *data)
{
    return data;
}

fc_status fc_libclang_load(fc_report *report)
{
    /* libclang aborts where it cannot make a thread. */
    pthread_t thread;
    int bad = pthread_create(&thread, NULL, do_nothing, NULL);
    if (!bad)
        pthread_join(thread, NULL);
    if (bad)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Raise the limit on processes: ulimit -u.",
                       FC_MSG_NO_PROCESS_CAN_BE_MADE, strerror(bad));
    const char *bind_now = getenv("LD_BIND_NOW");
    if (bind_now && *bind_now)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Unset it: env -u LD_BIND_NOW forecost ...",
                       FC_MSG_LD_BIND_NOW_SET_LIBCLANG);
    if (dlopen(FORECOST_LIBCLANG, RTLD_LAZY | RTLD_GLOBAL))
        return FC_OK;
    return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Install it: apt-get install libclang1-19.",
                   FC_MSG_LIBCLANG_CANNOT_BE_LOADED, dlerror());
}
