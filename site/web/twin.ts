// The chart as a table: filled when a reader opens it, and kept up to date while
// it is open.

export class Twin {
  private written = "";

  constructor(private readonly read: () => string) {
    document.addEventListener("toggle", (event) => {
      if ((event.target as Element).closest?.("#twin")) this.renew();
    }, true); // toggle does not bubble
  }

  renew(): void {
    const details = document.querySelector<HTMLDetailsElement>("#twin details");
    if (!details?.open) return;
    const html = this.read();
    const box = details.querySelector(".scroll")!;
    if (html === this.written && box.hasChildNodes()) return;
    this.written = html;
    box.innerHTML = html; // escaped by Go
  }
}
