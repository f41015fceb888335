import { expect, test } from 'vitest'
import { createToolbox, readToolSpecs } from '../../src/host/tools/toolbox.ts'
import { createWorld } from '../support/engine-bench.ts'

/** What is said of asking in everything that a model of this session is sent first. */
const sentOf = async ({ canAsk, mode }: { readonly canAsk: boolean; readonly mode: 'plan' | 'default' }) => {
  const tools = createToolbox(await readToolSpecs(), { denied: [], teams: true, allAtOnce: true })
  await using world = await createWorld({
    scenario: { replies: [{ text: 'ok', repeat: true }] },
    config: config => ({ tools, permissions: { ...config.permissions, canAsk, mode } }),
  })
  await world.ask('go')
  const [request] = world.model.requests
  return JSON.stringify([request?.messages, request?.tools])
}

test('where nobody can answer nothing says that somebody is asked', async () => {
  const sent = await sentOf({ canAsk: false, mode: 'plan' })
  expect(sent).toContain('commands that do more than look are refused')
  expect(sent).toContain('Nobody can approve it in this run')
  expect(sent).not.toMatch(/(?:are|is) asked about|the (?:user|person) is asked|the user approves/)
})

test('where a person or a host can answer they are asked', async () => {
  const sent = await sentOf({ canAsk: true, mode: 'plan' })
  expect(sent).toContain('commands that do more than look are asked about')
  expect(sent).not.toContain('Nobody can approve')
})
