# KINMO

## Kortit, jalokivet ja merkit; `many` on niiden lukumäärä, `object` se, mitä otetaan tai annetaan, `part` se, mitä pyydetään

component-gem-green = vihreä jalokivikortti
    .many = { $count } vihreää jalokivikorttia
    .object = vihreän jalokivikortin
    .part = vihreää jalokivikorttia
component-gem-blue = sininen jalokivikortti
    .many = { $count } sinistä jalokivikorttia
    .object = sinisen jalokivikortin
    .part = sinistä jalokivikorttia
component-gem-purple = violetti jalokivikortti
    .many = { $count } violettia jalokivikorttia
    .object = violetin jalokivikortin
    .part = violettia jalokivikorttia
component-gem-orange = oranssi jalokivikortti
    .many = { $count } oranssia jalokivikorttia
    .object = oranssin jalokivikortin
    .part = oranssia jalokivikorttia
component-gem = minkä tahansa värinen jalokivikortti
    .object = minkä tahansa värisen jalokivikortin
    .part = minkä tahansa väristä jalokivikorttia
component-thief = varas
    .many = { $count } varasta
    .object = varkaan
    .part = varasta
component-chipote = chipote
    .many = { $count } chipotea
    .object = chipoten
    .part = chipotea
component-healing = parannus
    .many = { $count } parannusta
    .object = parannuksen
    .part = parannusta
component-green = vihreä jalokivi
    .many = { $count } vihreää jalokiveä
    .object = vihreän jalokiven
component-blue = sininen jalokivi
    .many = { $count } sinistä jalokiveä
    .object = sinisen jalokiven
component-purple = violetti jalokivi
    .many = { $count } violettia jalokiveä
    .object = violetin jalokiven
component-orange = oranssi jalokivi
    .many = { $count } oranssia jalokiveä
    .object = oranssin jalokiven
component-bandage = laastari
component-heart = sydän

phase-action = Toiminnon valinta
phase-answer = Vastaus tarjoukseen
phase-partner = Vaihtokumppanin valinta

## Siirrot ja mitä niissä kysytään

move-discard = Laita kortteja pois ja nosta käsi viiteen
    .cards = Pois laitettavat kortit, viimeinen jää päällimmäiseksi
move-take_discard = Ota poistopakan päällimmäinen ja laita kaksi korttia pois
    .cards = Kaksi pois laitettavaa korttia, viimeinen jää päällimmäiseksi
move-offer_exchange = Tarjoa korttien vaihtoa
    .want = Pyydettävä kortti
    .promise = Siitä luvattava kortti
move-trade_gems = Palauta { FORM($give, 2, form: "many") } ja ota { $take }
    .give = Jalokivi, jollaisia palautetaan kaksi
    .take = Varannosta otettava jalokivi
move-play_set =
    { $cards_n ->
        [3] Pelaa sarja: { $cards }
       *[other] Pelaa sarja kolmesta näistä korteista: { $cards }
    }{ $target ->
        [none] { "" }
       *[other] , kohde { $target }
    }
    .cards = Sarjan kolme korttia, viimeinen jää päällimmäiseksi
    .target = Vastustaja
    .gem = Otettava jalokivi
move-swap_team_gem = Joukkuetoverin jalokivi vaihtoon ({ $team_mate }): anna { $give }, ota { $take }
    .give = Annettava jalokivi
    .team_mate = Joukkuetoveri
    .take = Saatava jalokivi
move-accept_exchange = Hyväksy vaihto
    .card = Annettava kortti
move-decline_exchange = Hylkää vaihto
move-exchange = Vaihda kortti, vaihtokumppani { $partner }
    .partner = Vaihtokumppani
    .card = Annettava kortti
move-call_off = Peru vaihto

## Mitä tapahtuu

event-discarded =
    { $count ->
        [one] { $seat } laittoi pois kortin; päällimmäisenä on { $top }
       *[other] { $seat } laittoi pois { $count } korttia; päällimmäisenä on { $top }
    }
    .private = { $seat } laittoi pois: { $own_cards }; päällimmäisenä on { $top }
event-took_discard = { $seat } otti poistopakasta { FORM($card, form: "object") } ja laittoi pois kaksi korttia; päällimmäisenä on { $top }
    .private = { $seat } otti poistopakasta { FORM($card, form: "object") } ja laittoi pois: { $own_cards }; päällimmäisenä on { $top }
event-offered =
    { $promise ->
        [none] { $seat } pyytää { FORM($want, form: "part") } eikä lupaa mitään
       *[other] { $seat } pyytää { FORM($want, form: "part") } ja lupaa { FORM($promise, form: "object") }
    }
event-answered = { $seat } on vastannut
    .private =
    { $own_accepted ->
        [yes] { $seat } suostuu ja antaisi { FORM($own_card, form: "object") }
       *[no] { $seat } ei suostu
    }
event-answers_opened =
    { $answers_accepted_n ->
        [0] { $seat } teki tarjouksen, johon kukaan ei suostu
       *[other] { $answers_declined_n ->
            [0] { $seat } teki tarjouksen, johon suostuu { $answers_accepted }
           *[other] { $seat } teki tarjouksen, johon suostuu { $answers_accepted } ja johon ei suostu { $answers_declined }
        }
    }
event-exchanged = { $seat } ja { $partner } vaihtoivat kortin
    .private = { $seat } ja { $partner } vaihtoivat keskenään kortit { $own_gave } ja { $own_got }
event-called_off = { $seat } perui vaihdon
event-gems_traded = { $seat } palautti { FORM($give, 2, form: "many") } ja otti { FORM($take, form: "object") }
event-team_gem_swapped = { $seat } ja { $team_mate } vaihtoivat jalokiviä: { $seat } antoi { FORM($give, form: "object") } ja sai { FORM($take, form: "object") }
event-set_played = { $seat } pelasi sarjan: { $cards }
event-gem_gained = { $seat } saa varannosta { FORM($gem, form: "object") }
event-gem_stolen = { $seat } varastaa { FORM($gem, form: "object") } pelaajalta { $target }
event-hit =
    { $bandages ->
        [0] { $seat } kolhaisee: { $target } menettää viimeisen laastarin
        [one] { $seat } kolhaisee: { $target } menettää laastarin, jäljellä on 1
       *[other] { $seat } kolhaisee: { $target } menettää laastarin, jäljellä on { $bandages }
    }
event-knocked_out =
    { $heart_lost ->
        [yes] { $target } jää ilman laastareita ja menettää sydämen ja kaikki jalokivet
       *[no] { $target } jää ilman laastareita ja menettää kaikki jalokivet
    }{ $taken ->
        [none] { "" }
       *[other] ; { $seat } ottaa { FORM($taken, form: "object") }
    }{ $returned_n ->
        [0] { "" }
       *[other] ; varantoon palaa { $returned }
    }
event-healed =
    { $bandages ->
        [one] { $seat } saa laastarin takaisin; laastareita on 1
       *[other] { $seat } saa laastarin takaisin; laastareita on { $bandages }
    }
event-drew =
    { $count ->
        [one] { $seat } nosti kortin
       *[other] { $seat } nosti { $count } korttia
    }
    .private = { $seat } nosti: { $own_cards }
event-reshuffled = Poistopakka sekoitetaan uudeksi nostopakaksi, kortteja { $deck }

## Loppu

result-four_colours =
    { $winners_n ->
        [1] { $winners } saa kokoon kaikki neljä väriä ja voittaa
       *[other] Joukkue ({ $winners }) saa kokoon kaikki neljä väriä ja voittaa
    }
result-points =
    { $winners_n ->
        [1] Pisteillä voittaa { $winners }, pisteitä { $score }
       *[other] Pisteillä voittavat { $winners }, pisteitä { $score }
    }

option-first_seat = Aloittaja
    .about = Ensimmäisenä siirtävä paikka; jos sitä ei valita, se arvotaan
