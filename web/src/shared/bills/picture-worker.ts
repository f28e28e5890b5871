import { type ShrunkPicture, shrinkPicture } from './shrink-picture.ts'

/** Shrinks pictures outside the page's thread: a photo of 12 million pixels would block it for a second or two. */
self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  shrinkPicture(data).then(postPicture, (error: unknown) => {
    console.info('This is no picture for the browser', error)
    postPicture(null)
  })
})

function postPicture(picture: ShrunkPicture | null): void {
  self.postMessage(picture)
}
