"""Made by `npm run clients:generate` of the service this client belongs to: not edited by hand."""

# Rows of the largest page, of paths that give fewer unless asked.
LARGEST_PAGES = {
    "/stats/pdhlb": 5000,
    "/operator/status": 500,
    "/me/alerts/{id}/calls": 1000,
}
