"""The objective of the soak: notes its begin and its end in a ledger, and prints a value that no other one has."""
import json
import os
import sys
import time

ledger, x, y = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
trial = int(os.environ["CRAGGY_TRIAL"])
token = int.from_bytes(os.urandom(4), "little") >> 2
value = round((x - 0.3) ** 2 + (y - 0.6) ** 2, 4) + token * 1e-14


def note(what, **more):
    line = {"what": what, "study": os.environ["CRAGGY_STUDY"], "trial": trial, "token": token, "pid": os.getpid(),
            "worker": os.environ["SOAK_WORKER"], "at": time.clock_gettime(time.CLOCK_BOOTTIME), **more}
    file = os.open(ledger, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    os.write(file, (json.dumps(line) + "\n").encode())
    os.fsync(file)
    os.close(file)


note("start")
time.sleep(0.05 + (token % 1000) * 3e-4)
if trial % 13 == 5:
    note("failed")
    sys.exit("this trial fails whatever happens")
note("end", value=value)
print(value)
