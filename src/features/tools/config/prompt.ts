export const CONFIG_PROMPT =
  'Reads a setting of Capstan, or sets it, with a yes of the person. Only when they want a setting known or changed. Keys as in settings.json, dotted: `theme`, `sandbox.enabled`.'
