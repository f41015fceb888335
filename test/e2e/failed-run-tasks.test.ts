import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'

test('a run that failed waits for no background command, however long it might, and names it', async () => {
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Bash', input: { command: 'sleep 7654', run_in_background: true } } },
      { text: 'never asked for' },
    ],
  })
  const ended = await world.run(['-p', '--max-turns', '1', '--allowedTools', 'Bash', '--', 'go'], {
    env: { CAPSTAN_PRINT_BG_COMMAND_WAIT_MS: '0' },
  })
  expect(ended.code).toBe(1)
  expect(ended.stderr).toMatch(/^The run failed\. Still running and stopped: sleep 7654 \(\w+\)\.$/m)
  expect(world.server.requests.length).toBe(1)
})
