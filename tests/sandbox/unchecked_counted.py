"""Prints what is claimed of failed version checks, over all corpora: ``python -m tests.sandbox.unchecked_counted [PART]``."""

from __future__ import annotations

import sys
from collections import Counter

from tests.reading.corpora import programs
from tests.sandbox.unchecked_compared import comparing


def main() -> None:
    """Print the table, and each contradiction."""
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    both = comparing()
    found = [each for given in programs() if part in given.name and (each := both.compared(given.name, given.code))]
    claimed = [each for each in found if each.stated]
    cases = Counter(each.case for each in claimed)
    named = sum(bool(each.stated and each.stated.unchecked["name"]) for each in claimed)
    print(f"programs with a failed check {len(found):>6}")
    print(f"claimed                      {len(claimed):>6}, with a name {named}")
    print(f"  equal                      {cases['right']:>6}")
    print(f"  different                  {cases['wrong'] + cases['other']:>6}, with numbers {cases['wrong']}")
    print(f"not claimed                  {len(found) - len(claimed):>6}")
    for why, count in Counter(each.why_not for each in found if not each.stated).most_common():
        print(f"  {why:26} {count:>6}")
    asked, compared = sum(each.oracle for each in claimed), sum(each.named for each in claimed)
    print(f"the engine could be asked    {asked:>6}, gradients compared by name {compared}")
    print(f"contradictions               {sum(bool(each.contradictions) for each in claimed):>6}")
    offered = [each for each in claimed if each.allowed]
    cloned = sorted(int(each.allowed.params["bytes"] or 0) for each in offered if each.allowed)
    print(f"allow_mutation offered       {len(offered):>6}, wrong {sum(each.allowed_is_wrong for each in offered)}")
    print(f"  bytes copied, median       {cloned[len(cloned) // 2] if cloned else 0:>6}, at most {max(cloned, default=0)}")
    for each in found:
        if each.allowed_is_wrong:
            print(f"offered though wrong {each.name}: {str(each.allowed_truth)[:400]}")
        if each.contradictions:
            print(f"contradiction {each.name}: {each.contradictions}")
        elif each.stated is None:
            print(f"not claimed {each.name}: {each.why_not}")
        elif not each.oracle:
            print(f"engine not asked {each.name}: {str(each.truth)[:160]}")


if __name__ == "__main__":
    main()
