import { expect, test } from 'vitest'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { readEnvironment } from '../environment.ts'
import { chooseCoordinator } from './coordinator-options.ts'

type Case = [
  name: string,
  from: {
    readonly env?: Readonly<Record<string, string>>
    readonly setting?: boolean
    readonly left?: boolean
    readonly agent?: string
  },
  on: boolean,
  said?: string,
]

test.each<Case>([
  ['nothing said', {}, false],
  ['the environment', { env: { CAPSTAN_COORDINATOR: '1' } }, true],
  ['the environment under its other name', { env: { CLAUDE_CODE_COORDINATOR_MODE: '1' } }, true],
  ['the setting', { setting: true }, true],
  ['the environment before the setting', { env: { CAPSTAN_COORDINATOR: '0' }, setting: true }, false],
  ['a session left in it', { left: true }, true, 'continues in it'],
  ['a session left in it, as the environment says', { left: true, env: { CAPSTAN_COORDINATOR: '1' } }, true],
  [
    'a session left without it',
    { left: false, env: { CAPSTAN_COORDINATOR: '1' } },
    false,
    'continues without it',
  ],
  ['another agent', { setting: true, agent: 'writer' }, false, 'runs as the agent writer'],
])('coordinator mode by %s', (_name, { env = {}, setting, left, agent }, on, said) => {
  const told: string[] = []
  const settings = setting === undefined ? {} : { coordinator: setting }
  const chosen = chooseCoordinator(
    {
      environment: readEnvironment(env),
      gathered: { settings },
      session: { coordinator: left },
      warn: text => void told.push(inEnglish(text)),
    },
    agent,
  )
  expect(chosen).toEqual(on ? { coordinator: true } : {})
  if (said === undefined) expect(told).toEqual([])
  else expect(told.join()).toContain(said)
})
