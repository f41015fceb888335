import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'

test('completions are printed for a shell, and name the sessions that can be resumed here', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok', repeat: true }] })
  await world.run(['-p', 'mend the roof'])
  const [session] = world.sessions()
  const listed = await world.run(['completion', 'sessions'])
  expect(listed).toMatchObject({ code: 0, stdout: `${session?.id}\tmend the roof\n`, stderr: '' })
  for (const [shell, word] of [
    ['bash', 'complete -F _capstan capstan'],
    ['zsh', '#compdef capstan'],
    ['fish', 'complete -c capstan'],
    ['man', '.TH CAPSTAN 1'],
  ] as const)
    expect((await world.run(['completion', shell])).stdout).toContain(word)
  expect(await world.run(['completion', 'tcsh'])).toMatchObject({ code: 2, stdout: '' })
})
