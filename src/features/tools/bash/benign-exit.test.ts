import { expect, test } from 'vitest'
import { benignMeaning } from './benign-exit.ts'

test.each([
  ['grep x f', 'No matches found'],
  ['cat f | grep x', 'No matches found'],
  ['npm test; grep x f', 'No matches found'],
  ['LANG=C /usr/bin/grep "a b" f 2>&1', 'No matches found'],
  ['git -C sub --no-pager diff --exit-code', 'Files differ'],
  ['git grep x', 'No matches found'],
  ['rg x', 'No matches found'],
  ['egrep x f', 'No matches found'],
  ['fgrep x f', 'No matches found'],
  ['find / -name x', 'Some directories were inaccessible'],
  ['git diff --quiet', 'Files differ'],
  ['[ -f x ] && echo yes', 'Condition is false'],
  ['test -f x', 'Condition is false'],
  ['diff a b\n', 'Files differ'],
  ['make || diff a b', 'Files differ'],
  ['npm test && grep x f', undefined],
  ['grep x f | wc -l', undefined],
  ['grep x f; false', undefined],
  ['grep x $(false)', undefined],
  ['grep x f &', undefined],
  ['if grep x f; then false; fi', undefined],
  ['set -e; false; grep x f', undefined],
  ['git status', undefined],
  ['constructor', undefined],
  ["echo 'a; grep x'; false", undefined],
  ['cat <<E | grep x\nE', undefined],
  ['', undefined],
])('exit code 1 of %j means %j', (command, meaning) => {
  expect(benignMeaning(command, 1)).toBe(meaning)
})

test('other exit codes of the same commands are failures', () => {
  expect([benignMeaning('grep x f', 2), benignMeaning('grep x f', null)]).toEqual([undefined, undefined])
})
