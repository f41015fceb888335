import { expect, test } from 'vitest'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'

const QUIET = ['--settings', '{"promptSuggestionEnabled":false,"compaction":{"notes":false}}']

test('/share makes, lists and ends links to watch, once the session is served', async () => {
  await using place = await openTerminalHere(
    { replies: [{ text: 'Hello.', repeat: true }] },
    { args: QUIET, columns: 140, rows: 60 },
  )
  const { program } = place
  place.say('/share')
  await program.waitFor('Turn on /remote-control first')
  place.say('/remote-control')
  await program.waitFor('Remote control is on at')
  place.say('/share 2h')
  await program.waitFor('#watch=')
  const url = /(http\S+#watch=\S+)/.exec(program.lines().join('\n'))?.[1] ?? ''
  const token = url.split('#watch=')[1] ?? ''
  const ask = (): Promise<Response> =>
    fetch(`${new URL(url).origin}/api/v1/watch`, { headers: { 'x-capstan-watch': token } })
  expect((await ask()).status).toBe(200)
  place.say('/share list')
  await program.waitFor('nobody watching')
  place.say('/share end')
  await program.waitFor('Ended 1 link')
  expect((await ask()).status).toBe(401)
  place.say('/share 31d')
  await program.waitFor('at most 30 days')
}, 60_000)
