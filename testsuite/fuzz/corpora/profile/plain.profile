{"forecost":"0.1.0","kind":"profile",
"program":"plain","key":"cb4d43c34d9a08c06f103dcb01584424",
"runs":[
{"ranks":2,"arguments":["100"],"command":"mpirun -n 2 ./plain 100","inputs":[],"counters":[
{"file":"plain.c","line":12,"column":9,"kind":"branch","node":13,"entries":[100,100],"count":[1,1]},
{"file":"plain.c","line":30,"column":5,"kind":"loop","node":122,"entries":[1,1],"count":[11,11]}],"timers":[
{"file":"plain.c","line":9,"column":1,"node":0,"executions":[1,1],"touched":[0,0],"nanoseconds":[[275,206],[276,206],[245,217],[274,196],[217,216]],"quiet":[217,196],"unsure":[26,8]},
{"file":"plain.c","line":25,"column":5,"node":82,"executions":[1,1],"touched":[0,0],"nanoseconds":[[936,467],[816,597],[1106,637],[766,647],[727,517]],"quiet":[727,467],"unsure":[153,78]}]}]}
