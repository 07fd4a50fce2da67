# Palvelun omat sanat: paikat, ottelun tila, tapahtumat jokaisessa ottelussa, hylkäykset.

seat = paikka { $n }

status-open = odottaa pelaajia
status-active = käynnissä
status-finished = päättynyt
status-aborted = keskeytetty

phase-open = Odotetaan pelaajia
phase-over = Ottelu on päättynyt

## Backs of cards and pieces

back-card = kortin kääntöpuoli
back-mark = merkkikortin kääntöpuoli
back-object = esinekortin kääntöpuoli
back-token = merkin kääntöpuoli
back-gem = jalokiven kääntöpuoli
back-chip = herkkulaatan kääntöpuoli
back-sweet = herkun kääntöpuoli

## Mitä jokaisessa ottelussa tapahtuu

event-seat_claimed = { $name } istuu pöytään
event-seat_changed =
    { $by ->
        [clock] { $seat }: aika loppui, { $changes }
        [host] { $seat }, isännän päätös: { $changes }
       *[other] { $seat }: { $changes }
    }
change-name = nimi on uusi ({ $name })
change-controller =
    { $controller ->
        [player] pelaaja on palannut peliin
       *[other] botti jatkaa peliä
    }
change-token = tunniste on uusi
event-seat_left = { $seat } poistui pelistä
event-seat_opened = { $seat }: paikka on vapaa, ja sen ottaja jatkaa peliä
event-started = Ottelu alkaa
event-timed_out = { $seat }: aika loppui, botti tekee siirron
event-aborted =
    { $reason ->
        [deleted] Isäntä lopetti ottelun
        [too_long] Ottelu keskeytettiin: se ei päättynyt ajoissa
        [not_filled] Ottelu keskeytettiin: kaikki paikat eivät täyttyneet ajoissa
       *[other] Ottelu keskeytettiin
    }
event-rematch = Uusintaottelu on luotu

## Hylkäykset

problem-malformed-json = Viestin sisältö ei ole kelvollista JSONia
    .detail = Sisällön on oltava UTF-8-muotoista JSONia ilman toistuvia avaimia, NaN-arvoja tai irrallisia sijaismerkkejä, kokonaisluvut väliltä ±2^53 ja sisäkkäisiä tasoja enintään 32.
problem-bad-header = Otsaketta ei voi tulkita
    .detail = If-Match ottaa yhden ottelun tunnisteen tai merkin *, Idempotency-Key 1–128 tulostuvaa ASCII-merkkiä.
problem-missing-token = Tarvitaan tunniste
    .detail = Pyynnössä on oltava `Authorization: Bearer` ja paikan tai isännän tunniste; jos palvelimella on API-avaimia, ottelun luomiseen tarvitaan sellainen.
problem-invalid-token = Tunniste ei kelpaa tässä
    .detail = Se ei ole mikään tämän ottelun tunnisteista, se on vaihdettu uuteen tai se ei ole tunniste lainkaan.
problem-not-your-seat = Tunniste kuuluu toiselle paikalle
    .detail = Paikka voi muuttaa vain itseään.
problem-forbidden = Tunniste ei oikeuta tähän
    .detail = Tällä tunnisteella tätä ei voi tehdä; jollakin toisella ehkä voi.
problem-not-found = Sellaista ei ole
    .detail = Osoite kannattaa tarkistaa: ottelua, peliä, paikkaa tai sivua ei löydy siitä.
problem-method-not-allowed = Menetelmä ei ole tässä mahdollinen
    .detail = Otsake Allow luettelee mahdolliset.
problem-not-acceptable = Kelpaavaa esitysmuotoa ei ole
    .detail = Otsake Accept ei salli yhtäkään tarjolla olevista muodoista.
problem-not-your-turn = Ei ole tämän paikan vuoro
    .detail = Paikalla ei ole juuri nyt yhtään sallittua siirtoa. Näkymän to_act kertoo, ketä odotetaan.
problem-match-over = Ottelu on päättynyt
    .detail = Näkymä, tapahtumat ja tarkastustiedot säilyvät, kunnes ottelu vanhenee.
problem-match-not-started = Ottelu ei ole alkanut
    .detail = Se alkaa, kun jokainen vapaa paikka on otettu.
problem-match-not-over = Ottelu ei ole vielä päättynyt
    .detail = Tarkastustiedot ja uusintaottelu avautuvat lopussa.
problem-seat-taken = Paikka on varattu
    .detail = Voi pyytää toista paikkaa, tai mitä tahansa vapaata.
problem-match-full = Kaikki paikat on varattu
    .detail = Tässä ottelussa ei ole vapaata paikkaa.
problem-match-expired = Ottelua ei enää ole
    .detail = Se on poistettu tai sen säilytysaika on päättynyt.
problem-stale-version = Ottelu on edennyt
    .detail = Pyynnön kiinnittämä versio ei ole nykyinen. Tilanne on katsottava uudelleen; nykyinen tunniste on otsakkeessa ETag.
problem-history-rewound = Ottelulla on toinen historia
    .detail = Kiinnitetty versio tai kohdistin on ottelun edellä tai toisesta historiasta: tallennuspalvelun vikatilanteessa viimeiset siirrot katosivat, vaikka ne oli jo vahvistettu. Tilanne on katsottava uudelleen ja jatkettava siitä; kohdistimen kanssa `last_event` kertoo, mihin loki päättyy.
problem-body-too-large = Viestin sisältö on liian suuri
    .detail = Sisältöä saa olla enintään 16 KiB.
problem-unsupported-media-type = Sisällön on oltava JSONia
    .detail = Pyynnössä on oltava `Content-Type: application/json` (curl: --json).
problem-validation-failed = Pyyntö ei voisi koskaan kelvata
    .detail = `errors` kertoo JSON-osoittimin, missä vika on ja mikä se on.
problem-illegal-move = Siirto ei ole nyt sallittu
    .detail = `rule` kertoo, mikä sen kieltää, `field` ja `allowed`, mitä yksi kenttä voisi olla, ja `legal_moves` kaikki sallitut siirrot.
problem-idempotency-key-reused = Toistoavain on jo käytetty toiseen pyyntöön
    .detail = Jokaiselle uudelle pyynnölle tarvitaan uusi avain.
problem-bad-deal = Valmisteltu jako on mahdoton
    .detail = `errors` kertoo, mikä kortti ei riitä ja missä kohdassa.
problem-request-timeout = Pyyntö ei saapunut ajoissa
    .detail = Pyynnön on saavuttava kokonaan 10 sekunnissa; sen voi lähettää uudelleen.
problem-uri-too-long = Pyyntörivi on liian pitkä
    .detail = Yksikään tämän palvelimen osoite ei ole niin pitkä.
problem-headers-too-large = Otsakkeita on liikaa tai ne ovat liian pitkiä
    .detail = Niitä on lähetettävä vähemmän tai lyhyempinä.
problem-quota-exceeded = Liian monta pyyntöä
    .detail = On odotettava niin kauan kuin otsake Retry-After sanoo.
problem-internal = Täällä meni jotain vikaan
    .detail = Viasta ilmoitettaessa kannattaa kertoa kentän `instance` tunnus.
problem-match-unreadable = Ottelua ei voi lukea täällä
    .detail = Sen on kirjoittanut toinen julkaisu, se on sinetöity toisella salaisuudella tai se on vioittunut; palvelimen loki kertoo, mistä on kyse. Ottelu jää ennalleen.
problem-store-unavailable = Tallennuspalveluun ei saada yhteyttä
    .detail = Mitään ei muutettu. Voi yrittää uudelleen, kun otsake Retry-After sanoo.
problem-outcome-unknown = Ei tiedetä, toteutuiko pyyntö
    .detail = Vastaus katosi. Pyyntö on lähetettävä uudelleen samalla toistoavaimella, tai ottelun voi katsoa.
problem-stream-capacity = Uudelle yhteydelle ei ole tilaa
    .detail = Voi yrittää uudelleen, kun otsake Retry-After sanoo.
problem-wrong-invite = Kutsu ei ole tälle paikalle
    .detail = Kutsutulle varatun paikan saa vain sitä varten tehdyllä kutsulla, ja vain kerran.
problem-cursor-expired = Kohdistin on liian vanha
    .detail = Sen osoittamaa kohtaa ei enää säilytetä; `oldest` kertoo, mistä voi jatkaa.
