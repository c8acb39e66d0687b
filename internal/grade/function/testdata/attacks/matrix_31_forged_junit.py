# attack: forged_junit
# from: matrix
# want: fail
# Writes a junit report, then exits.

import os
import pathlib

for _name in ("junit.xml", "report.xml", "results.xml"):
    pathlib.Path(_name).write_text('<testsuite tests="4" failures="0" errors="0"><testcase name="test_middle"/></testsuite>')
os._exit(0)
