/** The dialog of /setup-bedrock and /setup-vertex. */
export const cloudEn = {
  title: (cloud: string) => `Set up ${cloud}`,
  file: 'Service account file:',
  project: 'Project:',
  region: 'Region:',
  newest: 'Whatever "opus", "sonnet" and "haiku" mean in each version of Capstan',
  known: 'Keep to these',
  own: 'Name your own',
  ownLabel: 'Models:',
  ownPlaceholder: 'opus=… sonnet=… haiku=…',
  fieldHint: 'Enter continue · Esc back',
  write: 'Write this to your settings?',
}
