import type { Format } from './format.ts'

/** Values without a beginning of their own, told by the name or the word before them. */
export const VALUE_FORMATS: readonly Format[] = [
  {
    kind: 'bearer-token',
    anchors: ['Bearer ', 'bearer ', 'BEARER '],
    form: () => /(?<secret>[\w.~+/-]{20,4000}={0,2})/y,
    as: 'value',
  },
  {
    kind: 'authorization',
    anchors: ['Authorization', 'authorization', 'AUTHORIZATION'],
    form: () =>
      /["']?\s{0,3}[:=,]\s{0,3}["'`]?(?:Basic|basic|Token|token|ApiKey)\s{1,3}(?<secret>[\w.~+/-]{16,4000}={0,2})/y,
    as: 'value',
  },
  {
    kind: 'api-key',
    anchors: [
      'x-api-key',
      'X-Api-Key',
      'X-API-Key',
      'X-API-KEY',
      'api-key',
      'Api-Key',
      'PRIVATE-TOKEN',
      'private-token',
      'Private-Token',
      'X-Auth-Token',
      'x-auth-token',
    ],
    form: () => /["']?\s{0,3}[:=]\s{0,3}["'`]?(?<secret>[\w.~+/-]{20,400}={0,2})/y,
    as: 'value',
  },
  {
    kind: 'aws-secret-key',
    anchors: [
      'aws_secret_access_key',
      'AWS_SECRET_ACCESS_KEY',
      'secret_access_key',
      'SECRET_ACCESS_KEY',
      'secretAccessKey',
      'SecretAccessKey',
    ],
    form: () =>
      /["'\]]{0,3}\s{0,4}(?:=>|[:=])\s{0,4}["']{0,2}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/y,
  },
  {
    kind: 'aws-session-token',
    anchors: ['aws_session_token', 'AWS_SESSION_TOKEN', 'session_token', 'sessionToken', 'SessionToken'],
    form: () => /["'\]]{0,3}\s{0,4}(?:=>|[:=])\s{0,4}["']{0,2}(?<secret>[A-Za-z0-9/+]{100,3000}={0,2})/y,
  },
  {
    kind: 'npm-token',
    anchors: ['_authToken', '_auth'],
    form: () => /\s{0,3}=\s{0,3}["']?(?<secret>[\w+/.-]{20,400}={0,2})/y,
    as: 'value',
  },
  {
    kind: 'slack-webhook',
    anchors: ['hooks.slack.com/services/', 'hooks.slack.com/workflows/'],
    form: () => /(?<secret>[TB][A-Z0-9]{6,14}\/[AB][A-Z0-9]{6,14}\/[A-Za-z0-9/]{20,64})/y,
  },
  {
    kind: 'discord-webhook',
    anchors: ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    form: () => /\d{15,22}\/(?<secret>[\w-]{60,100})/y,
  },
  {
    kind: 'azure-signature',
    anchors: ['sig='],
    form: () => /(?<=[?&]sig=)(?<secret>[A-Za-z0-9%/+]{43,120}(?:%3[Dd]|=))/y,
  },
]

/** Searched for one by one: what stands behind the name need not look like a key. */
export const SPARSE_FORMATS: readonly Format[] = [
  {
    kind: 'password',
    anchors: ['://'],
    form: () => /(?<user>[^\s/:@"'`<>\\]{0,100}):(?!\k<user>@)(?<secret>[^\s/@"'`<>\\]{4,200})(?=@[\w.[$-])/y,
    as: 'password',
  },
  {
    kind: 'password',
    anchors: ['assword=', 'ASSWORD=', 'pwd=', 'Pwd='],
    form: () => /(?<=[;?&] ?(?:password|pwd)=)(?<secret>[^\s;&"'`<>\\]{6,200})/iy,
    as: 'password',
  },
  {
    kind: 'telegram-token',
    anchors: [':AA'],
    form: () => /(?<=(?<!\d)\d{8,10}:AA)(?<secret>[\w-]{33})(?![\w-])/y,
  },
  { kind: 'azure-key', anchors: ['AccountKey='], form: () => /(?<secret>[A-Za-z0-9+/]{86}==)/y },
  { kind: 'azure-key', anchors: ['AccessKey='], form: () => /(?<secret>[A-Za-z0-9+/]{43}=)(?!=)/y },
  {
    kind: 'azure-devops-token',
    anchors: ['AZDO'],
    back: 76,
    form: () => /(?<!(?<!\\|%[0-9A-F])\w)[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?!\w)/y,
  },
  {
    kind: 'azure-secret',
    anchors: ['Q~'],
    back: 4,
    form: () => /(?<!(?<!\\|%[0-9A-F])[\w~.])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/y,
  },
]

/**
 * A name that says password or key, and a value that looks random: often right, too often wrong for a text that must
 * stay as it is. For places where a mistake costs nothing but a question.
 */
export const GUESSED_FORMATS: readonly Format[] = [
  {
    kind: 'password-or-key',
    anchors: ['assword', 'ASSWORD', 'asswd', 'ASSWD', 'ecret', 'ECRET', 'key', 'Key', 'KEY', 'oken', 'OKEN'],
    form: () =>
      /(?<=password|passwd|secret|(?:api|access|secret)[_-]?key|(?:auth|access)[_-]?token)["'`]?(?:\s{0,3}[:=]\s{0,3}|\s{1,3}is\s{1,3})["'`]?(?<secret>[A-Za-z0-9_+/=.~!@#$%^&-]{16,200})/iy,
    as: 'guess',
  },
]
