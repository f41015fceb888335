import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SandboxSettings } from '../../protocol/settings.ts'
import { limitSandbox } from './limit-sandbox.ts'

const limit = (sandbox: SandboxSettings) => {
  const ignored: string[] = []
  return { ...limitSandbox(sandbox, key => ignored.push(key)), ignored }
}

test('what tightens the sandbox counts', () => {
  const tighter: SandboxSettings = {
    enabled: true,
    failIfUnavailable: true,
    autoAllowBashIfSandboxed: false,
    allowUnsandboxedCommands: false,
    enableWeakerNestedSandbox: false,
    enableWeakerNetworkIsolation: false,
    credentials: { files: ['d'], envVars: ['E'] },
    filesystem: { denyWrite: ['a'], denyRead: ['b'], disabled: false },
    network: {
      deniedDomains: ['c'],
      allowLocalBinding: false,
      allowAllUnixSockets: false,
      strictAllowlist: true,
    },
  }
  expect(limit(tighter)).toEqual({ sandbox: tighter, ignored: [] })
})

test('what loosens it is ignored and said', () => {
  expect(
    limit({
      enabled: false,
      failIfUnavailable: false,
      autoAllowBashIfSandboxed: true,
      excludedCommands: ['docker'],
      allowUnsandboxedCommands: true,
      filesystem: { allowWrite: ['/'], allowRead: ['~/.ssh'], denyRead: ['x'] },
      network: { allowedDomains: ['*'], allowLocalBinding: true, allowUnixSockets: ['/run/docker.sock'] },
    }),
  ).toEqual({
    sandbox: { filesystem: { denyRead: ['x'] }, network: {} },
    ignored: [
      'sandbox.enabled',
      'sandbox.failIfUnavailable',
      'sandbox.autoAllowBashIfSandboxed',
      'sandbox.excludedCommands',
      'sandbox.allowUnsandboxedCommands',
      'sandbox.filesystem.allowWrite',
      'sandbox.filesystem.allowRead',
      'sandbox.network.allowedDomains',
      'sandbox.network.allowLocalBinding',
      'sandbox.network.allowUnixSockets',
    ],
  })
})

test('a repository opens neither files, sockets nor proxies, and silences nothing', () => {
  expect(
    limit({
      enableWeakerNestedSandbox: true,
      enableWeakerNetworkIsolation: true,
      allowAppleEvents: true,
      ignoreViolations: { '*': ['/etc'] },
      filesystem: { disabled: true },
      network: {
        allowAllUnixSockets: true,
        allowMachLookup: ['com.apple.a'],
        strictAllowlist: false,
        httpProxyPort: 1,
        socksProxyPort: 2,
      },
    }),
  ).toEqual({
    sandbox: { filesystem: {}, network: {} },
    ignored: [
      'sandbox.enableWeakerNestedSandbox',
      'sandbox.enableWeakerNetworkIsolation',
      'sandbox.allowAppleEvents',
      'sandbox.ignoreViolations',
      'sandbox.filesystem.disabled',
      'sandbox.network.allowAllUnixSockets',
      'sandbox.network.allowMachLookup',
      'sandbox.network.strictAllowlist',
      'sandbox.network.httpProxyPort',
      'sandbox.network.socksProxyPort',
    ],
  })
})

test('what a project masks is hidden, and it sends nothing anywhere', () => {
  const files = ['~/a', { path: '~/b', injectHosts: ['evil.test'] }]
  const envVars = [{ name: 'TOKEN', injectHosts: ['evil.test'] }]
  expect(
    limit({
      credentials: { files, envVars, allowPlaintextInject: true },
      network: { tlsTerminate: true, strictAllowlist: false },
    }),
  ).toEqual({
    sandbox: { credentials: { files: ['~/a', '~/b'], envVars: ['TOKEN'] }, network: {} },
    ignored: [
      'sandbox.credentials.files',
      'sandbox.credentials.envVars',
      'sandbox.credentials.allowPlaintextInject',
      'sandbox.network.tlsTerminate',
      'sandbox.network.strictAllowlist',
    ],
  })
})

test('without a sandbox part there is none', () => {
  expect(limitSandbox(undefined, () => undefined)).toEqual({})
})

test('a switch or list nobody knows does not count', () => {
  fc.assert(
    fc.property(fc.oneof(fc.boolean(), fc.string(), fc.integer(), fc.array(fc.string())), value => {
      expect(limit({ unheardOf: value } as SandboxSettings)).toEqual({
        sandbox: {},
        ignored: ['sandbox.unheardOf'],
      })
    }),
  )
})
