import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '@fontsource-variable/fraunces/wght.css'
import './base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { addressOf } from './lib/basePath'
import { locale } from './lib/locale.svelte'
import { preferences } from './lib/preferences.svelte'

locale.setLanguage(preferences.lang)
mount(App, { target: document.getElementById('app')! })
if (import.meta.env.PROD) void navigator.serviceWorker?.register(addressOf('/sw.js')).catch(() => {}) // without it the page needs the network
