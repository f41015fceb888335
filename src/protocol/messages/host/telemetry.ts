import { area } from '../area.ts'

export const telemetryText = area('telemetry', {
  not_exported: { en: "Telemetry couldn't be exported: {reason}", zh: '无法导出遥测数据：{reason}' },
  not_recorded: { en: "Telemetry couldn't be recorded: {reason}", zh: '无法记录遥测数据：{reason}' },
  no_prometheus: {
    en: "Prometheus metrics aren't available: {reason}",
    zh: '无法提供 Prometheus 指标：{reason}',
  },
  unsupported: {
    en: "{variable}: {value} isn't supported; use {known}.",
    zh: '{variable}：不支持 {value}；请使用 {known}。',
  },
  exporters: { en: 'otlp, console or none', zh: 'otlp、console 或 none' },
  protocols: { en: '{names:list}', zh: '{names:list}' },
  bad_endpoint: {
    en: "OTEL_EXPORTER_OTLP_ENDPOINT isn't an http or https URL: {url}",
    zh: 'OTEL_EXPORTER_OTLP_ENDPOINT 不是 http 或 https 地址：{url}',
  },
  bad_body_directory: {
    en: 'OTEL_LOG_RAW_API_BODIES needs an absolute directory behind "file:", not {value}',
    zh: 'OTEL_LOG_RAW_API_BODIES 的 "file:" 后面必须是绝对路径的目录，而不是 {value}',
  },
  bad_headers: {
    en: 'otelHeadersHelper must print a JSON object of headers. Telemetry is sent without new ones.',
    zh: 'otelHeadersHelper 必须输出由请求头组成的 JSON 对象。遥测数据将不带新的请求头发送。',
  },
})
