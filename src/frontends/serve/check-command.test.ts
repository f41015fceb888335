import { expect, test } from 'vitest'
import type { CommandInfo } from '../../protocol/command-info.ts'
import { checkCommand } from './check-command.ts'

const commands = [{ name: 'bisect', group: 'work', aliases: ['找轮次'] }] as unknown as readonly CommandInfo[]
const rights = (more: object) => ({ settings: false, shell: false, bypass: false, ...more }) as never

test.each([
  ['/bisect npm test', {}, false],
  ['/找轮次 npm test', {}, false],
  ['/bisect npm test', { settings: true }, false],
  ['/bisect npm test', { settings: true, shell: true }, true],
  ['/bisect', {}, true],
])('a client may say %j with %j: %s', (line, more, may) => {
  const check = () => checkCommand(line, commands, rights(more))
  if (may) expect(check).not.toThrow()
  else expect(check).toThrow()
})
