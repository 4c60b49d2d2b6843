"""Each check of the soak finds what it is there for, and says nothing of a soak without it."""
import os
import tempfile
import types
import unittest

import invariants


def shown(*values):
    trials = [{"trial": i, "state": "failed"} if value is None else {"trial": i, "state": "finished", "value": value}
              for i, value in enumerate(values)]
    failed = sum(value is None for value in values)
    return {"finished": len(values) - failed, "failed": failed, "running": 0, "waiting": 0, "history": trials}


def line(what, at, trial=0, worker="0-0", token=1, **more):
    return {"what": what, "trial": trial, "token": token, "pid": token, "worker": worker, "at": at, **more}


class Invariants(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_of(self, name="0-0", out="", err="", code=0, killed=False, interrupted=False, ended=100.0):
        files = {end: f"{self.folder.name}/{name}.{end}" for end in ("out", "err")}
        run = types.SimpleNamespace(name=name, **files, killed=killed, interrupted=interrupted, ended=ended,
                                    process=types.SimpleNamespace(returncode=code))
        run.text = lambda file: open(file, encoding="utf-8").read()
        run.errors = lambda: run.text(run.err)
        for file, text in ((run.out, out), (run.err, err)):
            with open(file, "w", encoding="utf-8") as stream:
                stream.write(text)
        return run

    def test_what_was_acknowledged_has_to_be_there(self):
        run = self.run_of(out='{"trial":0,"value":0.5}\n{"trial":1,"value":0.')
        check = invariants.check_acknowledged
        self.assertEqual(check("tune", [run], shown(0.5), []), [])
        self.assertEqual(check("tune", [run], shown(0.7), [shown(0.5)]), [])
        self.assertEqual(len(check("tune", [run], shown(0.7), [])), 1)
        self.assertEqual(len(check("tune", [run], shown(), [])), 1)

    def test_what_was_not_stored_has_to_be_said(self):
        ledger = [line("start", 1), line("end", 2, value=0.5)]
        check = invariants.check_said
        said = "craggy: trial 0 gave 0.5, which could not be stored: why; this stores it:\n"
        self.assertEqual(check("tune", [self.run_of()], shown(0.5), [], ledger), [])
        self.assertEqual(check("tune", [self.run_of(err=said)], shown(0.7), [], ledger), [])
        self.assertEqual(check("tune", [self.run_of(killed=True)], shown(0.7), [], ledger), [])
        self.assertEqual(len(check("tune", [self.run_of()], shown(0.7), [], ledger)), 1)

    def test_no_value_comes_from_nowhere(self):
        ledger = [line("end", 2, value=0.5)]
        self.assertEqual(invariants.check_values("tune", shown(0.5), ledger), [])
        self.assertEqual(len(invariants.check_values("tune", shown(0.6), ledger)), 1)

    def test_a_trial_is_evaluated_by_one_at_a_time(self):
        both = [self.run_of("0-0"), self.run_of("1-0")]
        one = [line("start", 1), line("end", 3, value=0.5)]
        check = invariants.check_alone
        self.assertEqual(check("tune", both, one + [line("start", 3.5, worker="1-0", token=2)]), [])
        self.assertEqual(check("tune", both, one + [line("start", 2, worker="1-0", token=2, trial=1)]), [])
        self.assertEqual(len(check("tune", both, one + [line("start", 2, worker="1-0", token=2)])), 1)
        killed = [self.run_of("0-0", killed=True, ended=1.5), both[1]]
        self.assertEqual(check("tune", killed, [one[0], line("start", 2, worker="1-0", token=2)]), [])

    def test_counts_are_those_of_the_trials(self):
        self.assertEqual(invariants.check_counts("tune", shown(0.5, None)), [])
        self.assertEqual(len(invariants.check_counts("tune", {**shown(0.5), "finished": 2})), 1)
        running = {**shown(0.5), "finished": 0, "running": 1}
        running["history"][0]["state"] = "running"
        self.assertEqual(len(invariants.check_counts("tune", running)), 1)
        gap = shown(0.5)
        gap["history"][0]["trial"] = 1
        self.assertEqual(len(invariants.check_counts("tune", gap)), 1)

    def test_who_ends_says_why(self):
        def problems(can_be_lost=False, **run):
            return len(invariants.check_ends([self.run_of(**run)], can_be_lost))

        why = "craggy: the store is away\n"
        self.assertEqual(problems(), 0)
        self.assertEqual(problems(code=4, err=why, can_be_lost=True), 0)
        self.assertEqual(problems(code=4, err=why), 1)
        self.assertEqual(problems(code=4, can_be_lost=True), 1)
        self.assertEqual(problems(code=130, err=why, interrupted=True), 0)
        self.assertEqual(problems(code=130, err=why), 1)
        self.assertEqual(problems(code=-15, interrupted=True), 0)
        self.assertEqual(problems(code=-15), 1)
        self.assertEqual(problems(code=-9, killed=True), 0)
        self.assertEqual(problems(code=-9), 1)
        self.assertEqual(problems(code=-11), 1)
        self.assertEqual(problems(err="craggy: std::get: wrong index for variant\n"), 1)

    def test_lines_that_were_cut_are_not_read(self):
        file = os.path.join(self.folder.name, "ledger")
        with open(file, "w", encoding="utf-8") as stream:
            stream.write('{"a": 1}\n{"a": ')
        self.assertEqual(invariants.read_ledger(file), [{"a": 1}])


if __name__ == "__main__":
    unittest.main()
