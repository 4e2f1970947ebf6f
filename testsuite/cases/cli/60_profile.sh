# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles: counts that the source does not tell, the profile of another program, a profile run that is killed.
expect 0 "search.fc.profile" profile search.fc -n 2 -- 50
check test -s search.fc.profile
expect 0 "profiled" predict search.fc -n 2 -- 50
cp search.fc.profile good.profile
expect 3 "whole" predict whole.fc --profile search.fc.profile -n 2 -- 1000
head -c 100 good.profile >cut.profile
expect 3 "cut.profile" predict search.fc --profile cut.profile -n 2 -- 50
expect 3 "nosuch.profile" predict search.fc --profile nosuch.profile -n 2 -- 50

# With a second argument search aborts in its first round: the profile of before stays.
cp search.fc.profile kept.profile
expect 3 "" profile search.fc -n 1 -- 50 die
check cmp -s search.fc.profile kept.profile
rm search.fc.profile
expect 3 "" profile search.fc -n 1 -- 50 die
absent search.fc.profile
