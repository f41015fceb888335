import { expect, test } from 'vitest'
import { screenEnvironment } from './screen-demo.ts'

test('what tells one terminal from another stays, what leads to a key or settings of the person does not', () => {
  const env = {
    TERM: 'xterm',
    COLORTERM: 'truecolor',
    HOME: '/home/me',
    ANTHROPIC_API_KEY: 'secret',
    CLAUDE_CONFIG_DIR: '/c',
    CAPSTAN_CONFIG_DIR: '/d',
    CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1',
  }
  expect(screenEnvironment(env, '/demo')).toEqual({
    TERM: 'xterm',
    COLORTERM: 'truecolor',
    HOME: '/demo',
    CAPSTAN_CONFIG_DIR: '/demo/.capstan',
    CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1',
  })
})
