import { expect, test } from 'vitest'
import { directHosts, proxyVariables, scrubEnvironment } from './scrub-environment.ts'

test('ways to agents, buses, displays and proxies do not come along, everything else does', () => {
  const env = {
    PATH: '/bin',
    HOME: '/h',
    SSH_AUTH_SOCK: '/a',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/b',
    DISPLAY: ':0',
    DOCKER_HOST: 'x',
    XDG_RUNTIME_DIR: '/run/user/1',
    https_proxy: 'http://corp:1',
    VSCODE_IPC_HOOK_CLI: '/c',
    TMPDIR: '/elsewhere',
  }
  expect(scrubEnvironment(env, { tmp: '/tmp' })).toEqual({
    PATH: '/bin',
    HOME: '/h',
    TMPDIR: '/tmp',
    TMP: '/tmp',
    TEMP: '/tmp',
    CAPSTAN_SANDBOX: '1',
  })
})

test('programs find the proxy under every name, and what is direct', () => {
  const variables = proxyVariables({ http: 'http://127.0.0.1:1', direct: 'localhost' })
  expect(variables).toEqual({
    ...Object.fromEntries(
      ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'].map(name => [
        name,
        'http://127.0.0.1:1',
      ]),
    ),
    NO_PROXY: 'localhost',
    no_proxy: 'localhost',
    NODE_USE_ENV_PROXY: '1',
  })
})

test('loopback is the own one, unless that of the machine was named', () => {
  expect(directHosts([])).toBe('localhost,127.0.0.1,::1')
  expect(directHosts(['127.0.0.1', '[::1]'])).toBe('localhost')
})
