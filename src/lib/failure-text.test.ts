import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failureForPeople } from './failure-text.ts'

test.each([
  [
    '/w/a.ts has not been read. Read it first, then edit it.',
    "The model hasn't read this part of the file yet",
  ],
  [
    'old_string was not found in the file. Lines 4–5 are similar:\n…',
    "The text to replace isn't in the file",
  ],
  ['Edit 2 of 2: old_string occurs 3 times, at lines 1, 2, 3. Add …', 'The text to replace occurs 3 times'],
  ['/w/a.ts does not exist. Look for it with Glob.', '/w/a.ts does not exist.'],
  [
    'There is no tool named Task: there are no sub-agents here. Available: A, B.',
    'There is no tool named Task',
  ],
  [
    'The input does not fit Read. Nothing was run.\n- file_path: missing',
    'The model called this with invalid input',
  ],
  [
    'There is no plan yet: write it to /p.md first, then call ExitPlanMode.',
    "The model hasn't written a plan yet; it was told to write one first",
  ],
  ['Permission denied: Plan mode does not allow edits. Put …', "Plan mode doesn't allow edits"],
  ['The command could not be started (E2BIG).', 'The command could not be started (E2BIG).'],
])('a failed call is told to people without what only the model should do: %j', (told, shown) => {
  expect(failureForPeople(told)).toBe(shown)
})

/** Every text that stands in the sources as a failure for the model, with X for what varies. */
const failures = (): readonly string[] => {
  const root = join(import.meta.dirname, '..')
  return globSync('**/*.ts', { cwd: root })
    .filter(file => !file.endsWith('.test.ts'))
    .flatMap(file => {
      const source = readFileSync(join(root, file), 'utf8')
      const english = new Map(
        [...source.matchAll(/(\w+): \{\s*en: (?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/g)].map(
          ([, row = '', single, double]) => [row, single ?? double ?? ''],
        ),
      )
      return [...source.matchAll(/new (?:Tool|Team)Error\(\s*(?:'\w+',\s*)?says\('(\w+)'/g)].flatMap(
        ([, row = '']) => english.get(row) ?? [],
      )
    })
    .map(text => text.replace(/\{\w+(?::\w+)?\}/g, '7').replaceAll("\\'", "'"))
}

test('no failure of a tool shows people words that only the model can use', () => {
  const all = failures()
  expect(all.length).toBeGreaterThan(70)
  const shown = all.map(text => failureForPeople(text))
  const forTheModel =
    /\b(?:old_string|new_string|new_source|cell_id|task_id|message_id|replace_all|allowed_domains|Glob|NotebookEdit|TaskStop|EnterPlanMode|ExitPlanMode|WebFetch|through Bash|the person|your (?:answer|turn)|Read it|use Edit|Go on)\b/
  expect(shown.filter(text => text === '' || forTheModel.test(text))).toEqual([])
})
