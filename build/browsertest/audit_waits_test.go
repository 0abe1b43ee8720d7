package browsertest

import "testing"

// While another model's file is on its way, the report on the last one cannot be
// copied, saved or opened: the module no longer holds it.
func TestAuditWaitsForAnotherModel(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	p.Click("#audit-example")
	p.Wait(auditReported + ` && !document.querySelector("#audit-found").inert`)
	Eval[bool](p, `(() => {
		const found = document.querySelector("#audit-found");
		window.waited = 0;
		// Without its file the module answers nothing of the old report.
		new MutationObserver(() => { if (found.inert && found.querySelector("[data-audit=copy]")) window.waited++; }).observe(found, {attributes: true, attributeFilter: ["inert"]});
		return true;
	})()`)
	p.Choose("#model", "GLM-5")
	p.Wait(`window.waited > 0 && !document.querySelector("#audit-found").inert`)
	if Eval[bool](p, `[...document.querySelectorAll("#audit-found > :not(#audit-other)")].some((e) => e.textContent.includes("DeepSeek-V4-Pro, 8192"))`) {
		t.Error("the report on the last model is still on show")
	}
}
