import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { loadSettings } from '../../features/settings/load.ts'
import { openPolicy } from './open-policy.ts'

afterEach(() => void vi.useRealTimers())

/** A policy whose helper prints what a file holds, and fails while there is none. */
const openWorld = async (refreshIntervalMs: number) => {
  const tmp = tmpDir()
  const owner = process.getuid?.() ?? 0
  const answer = join(tmp.path, 'answer.json')
  const helper = join(tmp.path, 'helper')
  writeFileSync(helper, `#!/bin/sh\necho >> ${tmp.path}/runs\ncat ${answer}\n`)
  chmodSync(helper, 0o755)
  const say = (managedSettings: object): void => writeFileSync(answer, JSON.stringify({ managedSettings }))
  say({ channelsEnabled: true })
  mkdirSync(join(tmp.path, 'etc'))
  const place = { path: join(tmp.path, 'etc/managed-settings.json'), owner }
  writeFileSync(place.path, JSON.stringify({ policyHelper: { path: helper, refreshIntervalMs } }))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const policy = await openPolicy({ env: {}, version: '1.0.0', managed: [place] })
  const load = () =>
    loadSettings({
      configHome: tmp.path,
      projectDir: tmp.path,
      localDir: tmp.path,
      sources: [],
      trusted: false,
      compat: false,
      managed: [place],
      policy,
    })
  return {
    tmp,
    answer,
    say,
    policy,
    load,
    async [Symbol.asyncDispose]() {
      await tmp[Symbol.asyncDispose]()
    },
  }
}

const refreshed = (policy: Awaited<ReturnType<typeof openPolicy>>) => {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { promise, subscription: policy.onRefreshed(resolve) }
}

test('a helper is asked again at its interval: what it forbids then counts at once, and a failure changes nothing', async () => {
  await using world = await openWorld(60_000)
  const { policy, say, load } = world
  expect(load().merged.channelsEnabled).toBe(true)
  const first = refreshed(policy)
  say({ channelsEnabled: false })
  vi.advanceTimersByTime(59_999)
  expect(load().merged.channelsEnabled).toBe(true)
  vi.advanceTimersByTime(1)
  expect(await first.promise).toBe(join(world.tmp.path, 'helper'))
  expect(load().merged.channelsEnabled).toBe(false)
  first.subscription[Symbol.dispose]()

  const second = refreshed(policy)
  writeFileSync(world.answer, 'no policy')
  vi.advanceTimersByTime(60_000)
  await second.promise
  const { merged, problems } = load()
  expect(merged.channelsEnabled).toBe(false)
  expect(problems.map(({ kind }) => kind)).toEqual(['note'])
  second.subscription[Symbol.dispose]()
  expect(vi.getTimerCount()).toBe(0)
})

test('a helper without an interval is asked once', async () => {
  await using world = await openWorld(0)
  using _ = refreshed(world.policy).subscription
  expect(vi.getTimerCount()).toBe(0)
})
