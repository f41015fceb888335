import { loadSettings } from '../../features/settings/load.ts'
import { readTelemetryOptions, SIGNALS, type TelemetryOptions } from '../../features/telemetry/options.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { isOn } from '../../host/environment.ts'
import { settingsLocations } from '../../host/settings/gather-settings.ts'
import { findFolderTrust } from '../../host/trust/folder-trust.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { Examine } from './doctor-options.ts'

const area = 'telemetry'

/** Where telemetry goes and what is in it; off, there is nothing to say. */
export const examineTelemetry: Examine = options => {
  const folder = findFolderTrust(options.overrides, options)
  const { merged } = loadSettings(settingsLocations(options.overrides, options, folder))
  const env = { ...options.env, ...merged.env }
  if (!isOn(env, 'CLAUDE_CODE_ENABLE_TELEMETRY')) return []
  const problems: HealthCheck[] = []
  const read = readTelemetryOptions(env, ({ text }) => void problems.push({ area, level: 'warning', text }))
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
        text: 'Telemetry is on but goes nowhere',
        advice: 'Set OTEL_METRICS_EXPORTER, OTEL_LOGS_EXPORTER or OTEL_TRACES_EXPORTER.',
      }
    : { area, level: 'info', text: `Telemetry goes to ${escapeLine(places.join(', '), 300)}` }
}

/** What leaves the machine, by the variable that wants it. */
const contentChecks = ({ content, signals }: TelemetryOptions): readonly HealthCheck[] => {
  const { bodies } = content
  const told = [
    ['OTEL_LOG_USER_PROMPTS', 'Telemetry sends your prompts', content.prompts],
    ['OTEL_LOG_ASSISTANT_RESPONSES', "Telemetry sends the model's answers", content.responses],
    ['OTEL_LOG_TOOL_DETAILS', 'Telemetry sends commands, paths and tool inputs', content.toolDetails],
    ['OTEL_LOG_TOOL_CONTENT', 'Telemetry sends what tools return', content.toolContent && signals.traces],
    [BODIES, 'Telemetry sends whole requests and replies', bodies === 'inline'],
    [BODIES, `Whole requests and replies are written to ${directoryOf(bodies)}`, typeof bodies === 'object'],
  ] as const
  return told
    .filter(([, , isWanted]) => isWanted)
    .map(([variable, text]) => ({
      area,
      level: 'warning',
      text,
      advice: `Set ${variable}=0 to turn that off.`,
    }))
}

const BODIES = 'OTEL_LOG_RAW_API_BODIES'

const directoryOf = (bodies: TelemetryOptions['content']['bodies']): string =>
  typeof bodies === 'object' ? escapeLine(bodies.directory, 200) : ''
