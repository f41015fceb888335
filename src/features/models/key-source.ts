/** Where what was refused came from, and how else its provider is reached. */
export interface KeySource {
  /** As a credential names it: a variable, `apiKeyHelper`, `keychain` … */
  readonly source: string
  readonly name: string
  readonly title: string
  /** Variables that its keys are taken from. */
  readonly variables: readonly string[]
}

/** Says it, and how to replace it. */
export const replacingKey = ({ source, name, title, variables }: KeySource): string => {
  const [variable] = variables
  const again = name === 'anthropic' ? '/login' : `/login ${name}`
  switch (source) {
    case 'none':
      return variable === undefined
        ? `No key was sent. Use ${again}.`
        : `No key was sent. Set ${variable}, or use ${again}.`
    case 'apiKeyHelper':
      return 'The key came from the command in the apiKeyHelper setting: run that command to see what it prints.'
    case 'credentials.json':
      return `The key is the one saved in credentials.json of your Capstan directory. Replace it with ${again}.`
    case 'keychain':
      return `The key is the one saved in your keychain. Replace it with ${again}.`
    case 'OAuth sign-in':
      return `The token came from your sign-in to ${title}. Sign in again with ${again}.`
    case 'AWS credentials':
    case 'Google Cloud credentials':
    case 'Azure sign-in':
      return `It came from your ${source}. Renew it with the cloud's own tool, and check that the account may use this model.`
    default:
      return `The key came from ${source} in the environment. Set it to a valid key and restart Capstan, or unset it and use ${again}.`
  }
}
