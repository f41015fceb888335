import type { ModelErrorKind } from '../../../../protocol/model.ts'
import type { ReadError } from '../../errors.ts'
import { asRecord, asText } from '../../json-shape.ts'
import { resetIn } from '../../retry-hints.ts'

/** By the numbers of docs.bigmodel.cn and docs.z.ai: the status is 429 for a limit, an empty account and a full server. */
const GLM: Readonly<Record<string, ModelErrorKind>> = {
  1000: 'authentication_failed',
  1001: 'authentication_failed',
  1002: 'authentication_failed',
  1003: 'authentication_failed',
  1004: 'authentication_failed',
  1113: 'billing_error',
  1211: 'model_not_found',
  1261: 'prompt_too_long',
  1302: 'rate_limit',
  1303: 'rate_limit',
  1304: 'rate_limit',
  1305: 'overloaded',
  1308: 'rate_limit',
  1310: 'rate_limit',
}

/** A day and an hour that it names without a zone are those of Beijing. */
export const readGlmError: ReadError = ({ body, headers }) => {
  const error = asRecord(asRecord(body)['error'])
  const kind = GLM[asText(error['code'])]
  const waitMs = resetIn(asText(error['message']), { headers, zone: '+08:00' })
  if (kind === undefined && waitMs === undefined) return undefined
  return { ...(kind ? { kind } : {}), ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) }
}

const MINIMAX: Readonly<Record<string, ModelErrorKind>> = {
  1002: 'rate_limit',
  1004: 'authentication_failed',
  1008: 'billing_error',
  1039: 'rate_limit',
  2049: 'authentication_failed',
  2056: 'rate_limit',
}

/** It names its own number in `base_resp`, or in brackets behind the words. */
export const readMinimaxError: ReadError = ({ body }) => {
  const top = asRecord(body)
  const own = asRecord(top['base_resp'])
  const message = asText(asRecord(top['error'])['message'])
  const kind = MINIMAX[asText(own['status_code']) || (/\((\d{4})\)\s*$/.exec(message)?.[1] ?? '')]
  const said = asText(own['status_msg'])
  return kind && { kind, ...(said === '' ? {} : { message: said }) }
}
