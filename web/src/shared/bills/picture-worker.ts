import { type SmallPicture, smallPicture } from './picture.ts'

/** Shrinks pictures outside the page's thread: a photo of 12 million pixels would block it for a second or two. */
self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  smallPicture(data).then(say, (error: unknown) => {
    console.info('This is no picture for the browser', error)
    say(null)
  })
})

function say(picture: SmallPicture | null): void {
  self.postMessage(picture)
}
