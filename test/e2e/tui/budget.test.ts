import { expect, test } from 'vitest'
import { idle } from '../../support/pty/asked.ts'
import { withSettings } from '../../support/pty/prompt-box.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'

/** Every reply costs a little more than $0.30. */
const DEAR = {
  replies: [{ text: 'A dear answer.', usage: { input_tokens: 100_000, output_tokens: 0 }, repeat: true }],
}

test('a budget that is used up says what was spent and how to go on, and /budget lets it go on', async () => {
  await using terminal = await openTerminalHere(DEAR, {
    args: ['--model', 'claude-sonnet-4-5', '--max-budget-usd', '0.5'],
  })
  const { program, world } = terminal
  terminal.say('first')
  await program.waitFor('A dear answer.')
  await idle(terminal)
  terminal.say('second')
  await program.waitFor('the budget of $0.50 for this run is used up ($0.6')
  await program.waitFor('/budget 5 adds $5 for now')
  await idle(terminal)
  // Nothing is asked for any more, and what is said meanwhile is told once it may be.
  terminal.say('third words')
  await program.waitFor(screen => screen.join('\n').split('is used up').length === 3)
  await idle(terminal)
  expect(world.server.requests).toHaveLength(2)
  terminal.say('/budget 5')
  await program.waitFor('You can spend $5.00 more')
  terminal.say('fourth words')
  await program.waitFor(() => world.server.requests.length === 3)
  const sent = JSON.stringify(world.server.requests.at(-1)?.body)
  for (const words of ['first', 'second', 'third words', 'fourth words']) expect(sent).toContain(words)
})

test('a budget of the settings is said in Chinese too, with the setting to raise', async () => {
  await using terminal = await openTerminalHere(DEAR, {
    columns: 40,
    prepare: withSettings({ uiLanguage: 'zh', budgets: { session: { hard: 0.2 } } }),
  })
  const { program } = terminal
  terminal.say('first')
  await program.waitFor('本会话的预算 $0.20 已用完')
  await program.waitFor('budgets.session.hard')
})
