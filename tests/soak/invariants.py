"""What has to be true after a soak, whatever happened in it. Each check gives sentences about what is not."""
import json
import re
from collections import defaultdict

SIGKILL, SIGTERM = 9, 15
RAW = re.compile(r"std::|bad_alloc|terminate called|\bwhat\(\)|Segmentation")
GAVE = re.compile(r"trial (\d+) gave ([^ ,]+),")


def read_lines(text):
    """The objects of whole lines: of a process that was killed the last one may be cut."""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def read_ledger(file):
    try:
        with open(file, encoding="utf-8") as stream:
            return read_lines(stream.read())
    except FileNotFoundError:
        return []


def history(shown):
    """The trials in what `craggy show --json` prints."""
    return shown["history"] if "history" in shown else shown["trials"]


def acknowledged(runs):
    """What workers said had been stored: (trial, value) of each worker, value None for a failure."""
    return [(run, line["trial"], line.get("value")) for run in runs for line in read_lines(run.text(run.out))]


def check_acknowledged(study, runs, shown, rescued):
    kept = {(trial["trial"], trial.get("value")) for one in [shown, *rescued] for trial in history(one)}
    return [f"{study}: worker {run.name} said that trial {trial} was stored with {value}, which is nowhere"
            for run, trial, value in acknowledged(runs) if (trial, value) not in kept]


def check_said(study, runs, shown, rescued, ledger):
    """Of a worker that was not killed each result is in the store, or it said what became of it."""
    kept = {(trial["trial"], trial.get("value")) for one in [shown, *rescued] for trial in history(one)}
    killed = {run.name for run in runs if run.killed}
    said = {(int(trial), float(value)) for run in runs for trial, value in GAVE.findall(run.errors())}
    return [f"{study}: trial {line['trial']} gave {line['value']} to worker {line['worker']}, which is neither stored "
            "nor printed" for line in ledger
            if line["what"] == "end" and line["worker"] not in killed
            and (line["trial"], line["value"]) not in kept | said]


def check_values(study, shown, ledger):
    """Nobody invents results."""
    measured = {(line["trial"], line["value"]) for line in ledger if line["what"] == "end"}
    return [f"{study}: trial {trial['trial']} is stored with {trial['value']}, which no evaluation gave"
            for trial in history(shown)
            if trial["state"] == "finished" and (trial["trial"], trial["value"]) not in measured]


def check_alone(study, runs, ledger):
    """No trial is evaluated by two at once. Whoever was killed or ended has stopped evaluating at that time."""
    ends = {run.name: run.ended for run in runs if run.ended}
    evaluations = {}
    for line in ledger:
        key = (line["trial"], line["token"], line["pid"])
        if line["what"] == "start":
            evaluations[key] = [line["at"], ends.get(line["worker"], float("inf")), line["worker"]]
        else:
            evaluations[key][1] = min(evaluations[key][1], line["at"])
    of_trial = defaultdict(list)
    for (trial, _, _), evaluation in evaluations.items():
        of_trial[trial].append(evaluation)
    problems = []
    for trial, all_of_it in of_trial.items():
        all_of_it.sort()
        for (_, end, first), (begin, _, second) in zip(all_of_it, all_of_it[1:]):
            if begin < end:
                problems.append(f"{study}: trial {trial} was evaluated by worker {second} from {begin:.3f} s on, but "
                                f"by worker {first} until {end:.3f} s")
    return problems


def check_counts(study, shown):
    trials = history(shown)
    counts = shown.get("counts", shown)
    problems = []
    for state in ("finished", "failed", "running", "waiting"):
        listed = sum(trial["state"] == state for trial in trials)
        if counts[state] != listed:
            problems.append(f"{study}: {counts[state]} {state} trials are counted, and {listed} are listed")
    problems += [f"{study}: trial {trial['trial']} is {trial['state']} in the end" for trial in trials
                 if trial["state"] not in ("finished", "failed")]
    if [trial["trial"] for trial in trials] != list(range(len(trials))):
        problems.append(f"{study}: the numbers of its trials have gaps")
    return problems


def check_ends(runs, can_be_lost):
    """Every process ended by itself with a code that is documented, and said why. `can_be_lost` says whether the store
    may end a run: what is only out of reach for a while does not."""
    problems = []
    for run in runs:
        code = run.process.returncode
        errors = run.errors()
        expected = {0, 2, 4} if can_be_lost else {0, 2}
        if can_be_lost and "the disk is full" in errors:
            expected.add(1)  # as it began
        if run.interrupted:
            expected |= {130, -SIGTERM}  # the latter before it has begun to listen, or after its last word
        if run.killed:
            expected.add(-SIGKILL)
        if code not in expected:
            problems.append(f"worker {run.name} ended with {code}: {errors.strip()[-500:] or 'without a word'}")
        elif code in (1, 2, 4, 130) and not any(line.startswith("craggy: ") for line in errors.splitlines()):
            problems.append(f"worker {run.name} ended with {code} without a word")
        if RAW.search(errors):
            problems.append(f"worker {run.name} said: {errors.strip()[-500:]}")
    return problems
