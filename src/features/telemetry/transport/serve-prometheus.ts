import { createServer } from 'node:http'
import { telemetryText } from '../../../protocol/messages/host/telemetry.ts'
import type { Warn } from '../../../protocol/messages/localized-text.ts'
import { type Counters, METRICS, type MetricName } from '../counters.ts'

export interface PrometheusOptions {
  readonly host: string
  readonly port: number
  readonly failed: Warn
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

/** Shows the sums at /metrics to whoever asks. Where the port is taken it says so and does nothing. */
export const servePrometheus = (
  sums: Pick<Counters, 'sums'>,
  { host, port, failed }: PrometheusOptions,
): { close(): void } => {
  const isPrivate = LOOPBACK.test(host)
  const server = createServer((request, response) => {
    // A page whose name suddenly leads to this machine calls it by that name.
    if (isPrivate && !LOOPBACK.test((request.headers.host ?? '').replace(/:\d+$/, ''))) {
      response.writeHead(403).end('Metrics are for programs on this machine\n')
      return
    }
    const isKnown = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
    response.end(isKnown ? metricsPage(sums) : 'Metrics are at /metrics\n')
  })
  server.on('error', error => failed(telemetryText('no_prometheus', { reason: error.message })))
  server.listen(port, host)
  server.unref()
  return {
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The text form that Prometheus reads: dots are not allowed in it, a counter ends in `_total`. */
export const metricsPage = (sums: Pick<Counters, 'sums'>): string => {
  const points = sums.sums()
  return Object.entries(METRICS)
    .flatMap(([metric, [unit, description]]) => {
      const own = points.filter(({ name }) => name === metric)
      if (own.length === 0) return []
      const name = promName(metric as MetricName, unit)
      const lines = own.map(({ attributes, value }) => `${name}{${labels(attributes)}} ${value}`)
      return [`# HELP ${name} ${description}`, `# TYPE ${name} counter`, ...lines]
    })
    .map(line => `${line}\n`)
    .join('')
}

const UNITS: Readonly<Record<string, string>> = { s: '_seconds', USD: '_USD', tokens: '_tokens', count: '' }

const promName = (metric: MetricName, unit: string): string => {
  const base = metric.replace(/\.total$/, '').replaceAll('.', '_')
  return `${base}${UNITS[unit] ?? ''}_total`
}

const labels = (attributes: Readonly<Record<string, unknown>>): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key.replace(/[^\w]/g, '_')}="${escaped(String(value))}"`)
    .join(',')

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
