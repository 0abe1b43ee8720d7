// The beginning of the offline file: it says so where the rest is missing, as
// after a download that broke off.

document.addEventListener("DOMContentLoaded", () => {
  if (window.isofrontHeld) return;
  const note = document.createElement("p");
  note.className = "notice";
  note.setAttribute("role", "alert");
  note.textContent = "This file is not whole: its end is missing. Get it anew.";
  document.body.prepend(note);
});

export {};
