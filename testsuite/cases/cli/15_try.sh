# SPDX-License-Identifier: GPL-3.0-or-later
# try: from sources to a prediction in one command, by each kind of build.
export FORECOST_RECORD=$SCRATCH/records PATH=$(dirname "$FORECOST"):$PATH
program() { # FOLDER FILE
    mkdir -p "$1"
    cat >"$1/$2" <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double sum = 0;
    for (int i = 0; i < atoi(argv[1]); i++)
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
}
# prints LINE: the last command printed this line, or a command that begins with it.
prints() { check grep -qF -e "$1" out || head -n 20 out err; }

# A makefile: the variables that name C compilers, whatever their names; then everything is up to date.
program made app.c
printf 'CC = mpicc\nLINKER := gcc -g\nCFLAGS = -O2\nall: app\napp: app.o\n\tmpicc -o $@ app.o\napp.o: app.c\n\t$(CC) $(CFLAGS) -c app.c\n' >made/Makefile
mpicc -O2 -c made/app.c -o made/app.o
touch made/app.o
sed -i 's/\tmpicc -o/\t$(CC) -o/' made/Makefile
expect 0 "100 % closed" try made -n 1:4:x2 --report page.html -- 50
prints "make -C made 'LINKER=forecost-cc --mpicc gcc -g' CC=forecost-cc"
prints "analyze made/app -o app.fc --code" # vector lanes and unrolling of the build
check grep -q "^Code: " out
prints "predict app.fc -n 1:4:x2 -- 50"
prints "report app.fc -n 1:4:x2 -o page.html -- 50"
check test -s page.html
expect 0 "100 % closed" try made/app -n 2 -- 50
# Everything but a folder is up to date, made by another compiler.
program uptodate app.c
printf 'all: dirs app\ndirs:\n\t@mkdir -p out\napp: app.c\n\t$(CC) -O2 app.c -o app\n' >uptodate/Makefile
check make -s -C uptodate CC=mpicc
expect 3 "If mpi.h or MPI_Init is missing: --build 'make CC=forecost-cc'" try uptodate -n 2 -- 50
check make -s -C uptodate CC=mpicc
expect 3 "make clean first" try uptodate -n 2 --build 'make CC=forecost-cc' -- 50
rm uptodate/app
expect 0 "100 % closed" try uptodate -n 2 --build 'make CC=forecost-cc' -- 50
# A recipe that starts make in another folder by its name, not by $(MAKE).
program folders/solver app.c
printf 'all:\n\t@for i in solver; do \\\n\t  (cd $$i; make); \\\n\tdone\n' >folders/Makefile
printf 'CC = mpicc\napp: app.c\n\t$(CC) -O2 -o app app.c\n' >folders/solver/Makefile
expect 0 "100 % closed" try folders -n 2 -- 50
prints "make -C folders CC=forecost-cc"
# A recipe that names mpicc; a makefile of another name.
mkdir named
cp made/app.c named
printf 'app: app.c\n\tmpicc -O2 -o app app.c\n' >named/Makefile.sample
expect 0 "100 % closed" try named/ -n 2 -o named.fc -- 50
prints "cp named/Makefile.sample named/Makefile"
prints "OMPI_CC='forecost-cc --mpicc gcc'"
check test -s named.fc
expect 0 "100 % closed" try named/ -n 2 -o named.fc -- 50 # up to date
prints "OMPI_CC='forecost-cc --mpicc gcc'"
# A build command has a shell's quotes and assignments, and may be a shell's own.
printf 'app: app.c\n\t$(CC) $(FLAGS) -o app app.c\n' >named/Makefile
rm -f named/app
expect 0 "100 % closed" try named/ -n 2 --build 'CC=mpicc make FLAGS="-O2 -DX=1" app' -- 50
check grep -qF -e "CC=mpicc make 'FLAGS=-O2 -DX=1' app CC=forecost-cc" out
expect 0 "100 % closed" try named/ -n 2 --build "sh -c 'rm -f app && make CC=forecost-cc FLAGS=-O1'" -- 50
# forecost-cc is named already; a compiler that is not installed.
rm -f named/app
expect 0 "100 % closed" try named/ -n 2 --build 'make CC=forecost-cc FLAGS=-O2' -- 50
printf 'CC = mpiicc -O1\napp: app.c\n\t$(CC) -o app app.c\n' >named/Makefile
rm -f named/app
expect 0 "warning[FC0448]: the makefile's compiler mpiicc is not installed: mpicc takes its place" try named/ -n 2 -- 50
prints "'CC=forecost-cc -O1'"
# CMake, in a folder below the given one; several programs; a build command of the user.
program tree/src one.c
cp tree/src/one.c tree/src/two.c
printf 'cmake_minimum_required(VERSION 3.18)\nproject(p C)\nadd_executable(one one.c)\nadd_executable(two two.c)\n' >tree/src/CMakeLists.txt
expect 3 "error[FC0186]: the build makes 2 programs" try tree -n 2 -- 50
prints "FORECOST_RECORD=off cmake -S tree/src -B src.build -DCMAKE_C_COMPILER="
expect 3 "--program: one two" try tree -n 2 -- 50
expect 0 "100 % closed" try tree --program two -n 2 -- 50
prints "analyze src.build/two -o two.fc"
expect 3 "error[FC0185]: the build makes no program three" try tree --program three
# A compiler that is set after project(), in place of the one on the command line.
program late app.c
printf 'cmake_minimum_required(VERSION 3.18)\nproject(late C)\nset(CMAKE_C_COMPILER mpicc)\nadd_executable(late app.c)\n' >late/CMakeLists.txt
expect 0 "100 % closed" try late -n 2 -- 50
prints "OMPI_CC='forecost-cc --mpicc gcc' MPICH_CC='forecost-cc --mpicc gcc' cmake --build late.build --clean-first"
# C files: the one with main, and those without; flags.
program plain first.c
expect 3 "error[FC0187]" try plain --build true
cp plain/first.c plain/second.c
expect 3 "--main: plain/first.c plain/second.c" try plain -n 2 -- 50
expect 0 "100 % closed" try plain --main second.c --flags "-O2 -DX=1" -n 2 -- 50
prints "analyze plain/second.c -o second.fc --code -- -O2 -DX=1"
expect 0 "100 % closed" try plain --main second.c --flags "-O2 '-DX=\"a b\"'" -n 2 -- 50
# What fails is named, with the step.
expect 3 "\`predict\` ended with exit code 3" try made/app -n 2
expect 3 "argv[1] is read" try made/app -n 2
mkdir -p none/below
expect 3 "error[FC0183]" try none
cp -r made plain none
expect 3 "Name one of them: none/made none/plain" try none
printf 'app:\n\ttouch app\n' >none/Makefile
expect 3 "error[FC0189]" try none
check grep -qF 'Its first recipe is "touch app"' err
printf 'app: app.c\n\t$(CC) -o app app.c\n' >none/Makefile
echo 'int main(void) { return missing; }' >none/app.c
expect 3 "error: ‘missing’ undeclared" try none
