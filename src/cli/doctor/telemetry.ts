import { loadSettings } from '../../features/settings/load.ts'
import { readTelemetryOptions, SIGNALS, type TelemetryOptions } from '../../features/telemetry/options.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { isOn } from '../../host/environment.ts'
import { settingsLocations } from '../../host/settings/gather-settings.ts'
import { findFolderTrust } from '../../host/trust/folder-trust.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { doctorEnvironmentText } from '../../protocol/messages/cli/doctor-environment.ts'
import type { Examine } from './doctor-options.ts'

const area = 'telemetry'

/** Where telemetry goes and what is in it; off, there is nothing to say. */
export const examineTelemetry: Examine = options => {
  const folder = findFolderTrust(options.overrides, options)
  const { merged } = loadSettings(settingsLocations(options.overrides, options, folder))
  const env = { ...options.env, ...merged.env }
  if (!isOn(env, 'CLAUDE_CODE_ENABLE_TELEMETRY')) return []
  const problems: HealthCheck[] = []
  const read = readTelemetryOptions(env, text => void problems.push({ area, level: 'warning', text }))
  return [whereCheck(read), ...contentChecks(read), ...problems]
}

const whereCheck = (options: TelemetryOptions): HealthCheck => {
  const signals = SIGNALS.flatMap(signal => options.signals[signal] ?? [])
  const places = [
    ...new Set([
      ...signals.flatMap(({ otlp }) => (otlp ? [otlp.url.origin] : [])),
      ...(signals.some(({ console }) => console) ? ['standard error'] : []),
      ...(options.prometheus ? [`${options.prometheus.host}:${options.prometheus.port}`] : []),
    ]),
  ]
  return places.length === 0
    ? {
        area,
        level: 'warning',
        text: doctorEnvironmentText('telemetry_nowhere'),
        advice: doctorEnvironmentText('set_exporter'),
      }
    : {
        area,
        level: 'info',
        text: doctorEnvironmentText('telemetry_to', { places: escapeLine(places.join(', '), 300) }),
      }
}

/** What leaves the machine, by the variable that wants it. */
const contentChecks = ({ content, signals }: TelemetryOptions): readonly HealthCheck[] => {
  const { bodies } = content
  const told = [
    ['OTEL_LOG_USER_PROMPTS', doctorEnvironmentText('sends_prompts'), content.prompts],
    ['OTEL_LOG_ASSISTANT_RESPONSES', doctorEnvironmentText('sends_answers'), content.responses],
    ['OTEL_LOG_TOOL_DETAILS', doctorEnvironmentText('sends_inputs'), content.toolDetails],
    ['OTEL_LOG_TOOL_CONTENT', doctorEnvironmentText('sends_results'), content.toolContent && signals.traces],
    [BODIES, doctorEnvironmentText('sends_bodies'), bodies === 'inline'],
    [
      BODIES,
      doctorEnvironmentText('writes_bodies', { directory: directoryOf(bodies) }),
      typeof bodies === 'object',
    ],
  ] as const
  return told
    .filter(([, , isWanted]) => isWanted)
    .map(([variable, text]) => ({
      area,
      level: 'warning',
      text,
      advice: doctorEnvironmentText('turn_off', { variable }),
    }))
}

const BODIES = 'OTEL_LOG_RAW_API_BODIES'

const directoryOf = (bodies: TelemetryOptions['content']['bodies']): string =>
  typeof bodies === 'object' ? escapeLine(bodies.directory, 200) : ''
