import { randomBytes, randomUUID } from 'node:crypto'
import { arch, platform, release } from 'node:os'
import { join } from 'node:path'
import { BUILT_IN_AGENTS } from '../../features/agents/built-in/built-in-agents.ts'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import { credentialValues } from '../../features/secrets/credential-values.ts'
import { extraFormat } from '../../features/secrets/extra-format.ts'
import { createTelemetry, type Telemetry } from '../../features/telemetry/create-telemetry.ts'
import { readTelemetryOptions } from '../../features/telemetry/options.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { escapeText } from '../../lib/escape-text.ts'
import { readStoredText, setAside } from '../../lib/files/stored-object.ts'
import { proxyFromEnv } from '../../lib/network/proxy.ts'
import { createDetector } from '../../lib/secrets/detect.ts'
import type { OpenRequest } from '../../protocol/host.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { entrypointOf } from '../environment.ts'
import { createHeadersHelper } from './dynamic-headers.ts'
import type { TelemetryContext } from './telemetry-context.ts'

/** Counts one session from its opening to its end. Whatever is wrong with it, the session opens. */
export const openTelemetry = async (request: OpenRequest, place: TelemetryContext): Promise<Telemetry> => {
  const { start, env, gathered, version, session, warn, log } = place
  const options = readTelemetryOptions(env, warn)
  const isInteractive = request.interactive ?? false
  const told = (text: LocalizedText): void => {
    log?.(text.text)
    if (options.diagnose) warn(text)
  }
  const command = gathered.settings.otelHeadersHelper
  const helper = command === undefined ? undefined : { command, env, cwd: start.cwd }
  const telemetry = await createTelemetry({
    options,
    version,
    sessionId: session.id,
    startType: startTypeOf(request),
    entrypoint: entrypointOf(request, env),
    userId: userIdIn(start.configHome),
    terminal: env['TERM_PROGRAM'] || undefined,
    os: osOf(),
    find: createDetector({
      formats: (gathered.settings.secrets?.extraPatterns ?? []).map(extraFormat),
      values: [
        ...PROVIDER_SECRETS.flatMap(name => env[name] ?? []),
        ...credentialValues(env),
        ...(place.ownSecrets ?? []),
      ],
    }),
    knownAgents: new Set(BUILT_IN_AGENTS.map(({ name }) => name)),
    interactive: isInteractive,
    proxy: proxyFromEnv(env),
    ...(helper
      ? { dynamicHeaders: createHeadersHelper(helper, { everyMs: options.headersHelperMs, warn }) }
      : {}),
    // A screen belongs to the interface; without one standard output belongs to the answer.
    print: isInteractive ? () => undefined : text => void process.stderr.write(`${escapeText(text)}\n`),
    failed: told,
    now: () => Date.now(),
    newId: bytes => randomBytes(bytes).toString('hex'),
  })
  const leave = request.attended?.(telemetry.attended)
  return {
    ...telemetry,
    async end() {
      leave?.()
      await telemetry.end()
    },
  }
}

const startTypeOf = ({ session }: OpenRequest): 'fresh' | 'resume' | 'continue' => {
  if (session.kind === 'new') return 'fresh'
  return typeof session.which === 'object' ? 'continue' : 'resume'
}

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', ia32: 'x86', arm: 'arm32' }

const osOf = () => ({
  type: platform() === 'win32' ? 'windows' : platform(),
  version: release(),
  arch: ARCHITECTURES[arch()] ?? arch(),
})

/** Made at the first session that is counted; whoever deletes the file gets another one. */
const userIdIn = (configHome: string): string => {
  const path = join(configHome, 'telemetry-id')
  const read = readStoredText(path, { maxBytes: 4096 })
  const kept = read.kind === 'text' ? read.text.trim() : ''
  if (/^[0-9a-f-]{36}$/.test(kept)) return kept
  const made = randomUUID()
  try {
    if (read.kind !== 'absent') setAside(path)
    writeFileAtomically(path, Buffer.from(`${made}\n`), { mode: 0o600 })
  } catch {
    // It is then only this session's.
  }
  return made
}
