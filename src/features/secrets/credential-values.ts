/** Names of variables that hold a credential of this program or of a service. */
const NAME =
  /(?:^|_)(?:API_?KEY|APIKEY|SECRET_?KEY|SECRET_ACCESS_KEY|ACCESS_KEY|PRIVATE_KEY|ACCOUNT_KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)$|^AWS_BEARER_TOKEN_BEDROCK$|^CAPSTAN_\w*KEY$/i
const MIN_CHARS = 16
const MAX_CHARS = 4_000
const MIN_DISTINCT = 6

/** The values to look for in results; words, paths and short values are no secrets that could be told from text. */
export const credentialValues = (env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const values = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && NAME.test(name) && isTelling(value) ? [value] : [],
  )
  // A value that begins like another must not hide the longer one.
  return [...new Set(values)].toSorted((a, b) => b.length - a.length)
}

const isTelling = (value: string): boolean =>
  value.length >= MIN_CHARS &&
  value.length <= MAX_CHARS &&
  !/\s|^[~./]|^[a-z]+:\/\//i.test(value) &&
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  new Set(value).size >= MIN_DISTINCT
