import { expect, test } from 'vitest'
import { demoEnvironment } from './demo-environment.ts'

test('nothing of the person goes in but what a shell needs', () => {
  const env = {
    PATH: '/usr/bin',
    LANG: 'C',
    HOME: '/home/me',
    ANTHROPIC_API_KEY: 'secret',
    HTTPS_PROXY: 'http://proxy',
    CLAUDE_CONFIG_DIR: '/home/me/.claude',
    NODE_OPTIONS: '--require x',
    NODE_TEST_CONTEXT: 'child-v8',
    BASH_ENV: '/home/me/.env',
  }
  expect(demoEnvironment(env, '/t/home', '/opt/node/bin/node')).toEqual({
    PATH: '/opt/node/bin:/usr/bin',
    LANG: 'C',
    HOME: '/t/home',
    CAPSTAN_CONFIG_DIR: '/t/home/.capstan',
    NO_COLOR: '1',
  })
})

test('a runtime of another name does not hide the Node on the path', () => {
  expect(demoEnvironment({ PATH: '/usr/bin' }, '/h', '/opt/bun/bin/bun')['PATH']).toBe('/usr/bin')
  expect(demoEnvironment({}, '/h', '/opt/bun/bin/bun')['PATH']).toBe('/usr/local/bin:/usr/bin:/bin')
})
