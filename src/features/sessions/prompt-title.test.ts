import { expect, test } from 'vitest'
import { promptTitle } from './prompt-title.ts'

test.each([
  ['Mend\n  the gate ', 'Mend the gate'],
  ['x'.repeat(500), 'x'.repeat(200)],
  [`${' \n'.repeat(5_000)}far below`, 'far below'],
  ['<bash-input>make test</bash-input><bash-stdout>ok</bash-stdout>', '!make test'],
  ['<bash-input>echo &lt;/bash-x></bash-input><bash-stdout></bash-stdout>', '!echo </bash-x>'],
])('%j is called %j', (text, title) => {
  expect(promptTitle(text)).toBe(title)
})
