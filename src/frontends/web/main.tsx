import { render } from 'preact'
import { WordsContext, withCatalogue, wordsFor } from './text/words.ts'
import { App } from './view/app.tsx'
import { WatchApp } from './view/watch/watch-app.tsx'
import { createApi, readWatchToken, takeKey } from './wire/api.ts'

const page = document.getElementById('page')
const watchToken = readWatchToken()
const key = watchToken === undefined ? takeKey() : undefined
const words = await withCatalogue(wordsFor(navigator.languages), document.documentElement.dataset['chinese'])
document.documentElement.lang = words.language
if (page) {
  page.replaceChildren()
  render(
    <WordsContext.Provider value={words}>
      {watchToken === undefined ? (
        <App api={key === undefined ? undefined : createApi(key)} />
      ) : (
        <WatchApp api={createApi(watchToken, 'x-capstan-watch')} />
      )}
    </WordsContext.Provider>,
    page,
  )
}
