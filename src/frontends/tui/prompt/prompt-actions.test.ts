import { expect, test } from 'vitest'
import type { TerminalSettings } from '../../../protocol/terminal-settings.ts'
import type { Desk } from './desk.ts'
import { promptActions } from './prompt-actions.ts'

const saidOnSwitch = async (mode: string, settings: TerminalSettings): Promise<readonly string[]> => {
  const said: string[] = []
  const desk = {
    conductor: { cycleMode: async () => mode },
    options: { ports: { settings: { current: () => settings } } },
    ui: () => ({ words: { chat: { autoMode: 'auto mode' } }, toast: (text: string) => said.push(text) }),
  } as unknown as Desk
  promptActions(desk)('chat:cycleMode')
  await new Promise(resolve => setImmediate(resolve))
  return said
}

test('who switches to auto mode is told what it does, unless they want no such line', async () => {
  expect(await saidOnSwitch('auto', {})).toEqual(['auto mode'])
  expect(await saidOnSwitch('auto', { skipAutoPermissionPrompt: true })).toEqual([])
  expect(await saidOnSwitch('plan', {})).toEqual([])
})
