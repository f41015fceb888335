/** What is said where nothing opens the way to a model. */
export const NO_CREDENTIALS = `No API key found. You can:
  - sign in to any provider: run "capstan auth login"
  - set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN) in the environment
  - set ANTHROPIC_BASE_URL to a server on this machine (http://127.0.0.1:…) that speaks the Messages API;
    for a remote one without keys, also set ANTHROPIC_API_KEY to any value
  - run "capstan demo" to see Capstan work without an account`
