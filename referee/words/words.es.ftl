# Las palabras del servicio: puestos, estado de la partida, lo que ocurre en cualquier partida, rechazos.

seat = el puesto { $n }

status-open = esperando jugadores
status-active = en curso
status-finished = terminada
status-aborted = interrumpida

phase-open = Esperando jugadores
phase-over = Fin de la partida

## Backs of cards and pieces

back-card = reverso de una carta
back-mark = reverso de una carta de marca
back-object = reverso de una carta de objeto
back-token = reverso de una ficha
back-gem = reverso de una gema
back-chip = reverso de una ficha de dulce
back-sweet = reverso de un dulce

## Lo que ocurre en cualquier partida

event-seat_claimed = { $name } se sienta a la mesa
event-seat_changed =
    { $by ->
        [clock] A { $seat } se le acabó el tiempo: { $changes }
        [host] El anfitrión decidió en el puesto de { $seat }: { $changes }
       *[other] En el puesto de { $seat }, { $changes }
    }
change-name = el nombre es nuevo ({ $name })
change-controller =
    { $controller ->
        [player] vuelve a jugar una persona
       *[other] sigue jugando un bot
    }
change-token = la clave es nueva
event-seat_left = { $seat } se ha ido
event-seat_opened = El puesto de { $seat } queda libre: quien lo ocupe seguirá la partida
event-started = Empieza la partida
event-timed_out = A { $seat } se le acabó el tiempo: un bot juega en su lugar
event-aborted =
    { $reason ->
        [deleted] El anfitrión puso fin a la partida
        [too_long] La partida se interrumpió: no llegaba a su fin
        [not_filled] La partida se interrumpió: no se ocuparon a tiempo todos los puestos
       *[other] La partida se interrumpió
    }
event-rematch = Se ha creado la revancha

## Rechazos

problem-malformed-json = El cuerpo no es un JSON aceptable
    .detail = Debe ser JSON en UTF-8, sin claves repetidas, NaN ni sustitutos sueltos, con enteros entre ±2^53 y 32 niveles de anidamiento como máximo.
problem-bad-header = No se entiende una cabecera
    .detail = If-Match admite una etiqueta de la partida o *; Idempotency-Key, de 1 a 128 caracteres ASCII imprimibles.
problem-missing-token = Hace falta una clave
    .detail = Hay que enviar `Authorization: Bearer` con la clave de un puesto o del anfitrión; para crear partidas en un servidor con claves de API, con una de ellas.
problem-invalid-token = La clave no vale aquí
    .detail = No es ninguna de las claves de esta partida, fue sustituida por otra o no es una clave.
problem-not-your-seat = La clave es de otro puesto
    .detail = Un puesto solo puede cambiarse a sí mismo.
problem-forbidden = La clave no permite hacer esto
    .detail = Con esta clave no se puede hacer; otra podría permitirlo.
problem-not-found = No existe
    .detail = Conviene revisar la dirección: la partida, el juego, el puesto o la página no están ahí.
problem-method-not-allowed = Ese método no es posible aquí
    .detail = La cabecera Allow enumera los que sí lo son.
problem-not-acceptable = No hay ninguna representación aceptable
    .detail = La cabecera Accept no admite ninguno de los formatos disponibles.
problem-not-your-turn = No es el turno de este puesto
    .detail = El puesto no tiene ahora ninguna jugada posible. `to_act`, en la vista, dice a quién se espera.
problem-match-over = La partida ha terminado
    .detail = Su vista, sus sucesos y su auditoría siguen disponibles hasta que caduque.
problem-match-not-started = La partida no ha empezado
    .detail = Empieza cuando se ocupan todos los puestos libres.
problem-match-not-over = La partida no ha terminado todavía
    .detail = La auditoría y la revancha se abren al final.
problem-seat-taken = El puesto está ocupado
    .detail = Se puede pedir otro, o ninguno en particular.
problem-match-full = Todos los puestos están ocupados
    .detail = No queda ningún puesto libre en esta partida.
problem-match-expired = La partida ya no existe
    .detail = Se borró, o se acabó su plazo.
problem-stale-version = La partida ha avanzado
    .detail = La versión fijada en la petición no es la actual. Hay que volver a mirar; la cabecera ETag lleva la etiqueta actual.
problem-history-rewound = La partida tiene otra historia
    .detail = La versión fijada o el cursor van por delante de la partida o son de otra historia: un fallo del almacén perdió las últimas jugadas, aunque se habían confirmado. Hay que volver a mirar y seguir desde ahí; con un cursor, `last_event` dice dónde acaba el registro.
problem-body-too-large = El cuerpo es demasiado grande
    .detail = Un cuerpo tiene 16 KiB como máximo.
problem-unsupported-media-type = El cuerpo debe ser JSON
    .detail = Hay que enviar `Content-Type: application/json` (con curl: --json).
problem-validation-failed = La petición no podría valer nunca
    .detail = `errors` dice dónde, con punteros JSON, y qué falla.
problem-illegal-move = La jugada no es posible ahora
    .detail = `rule` dice qué lo impide; `field` y `allowed`, qué valores admite un campo; `legal_moves`, todo lo posible.
problem-idempotency-key-reused = La clave de idempotencia se usó para otra petición
    .detail = Cada petición nueva necesita una clave nueva.
problem-bad-deal = El reparto preparado es imposible
    .detail = `errors` dice qué carta no pueden dar los componentes, y dónde.
problem-request-timeout = La petición no llegó a tiempo
    .detail = Una petición tiene 10 segundos para llegar entera; se puede volver a enviar.
problem-uri-too-long = La línea de la petición es demasiado larga
    .detail = Ninguna dirección de este servidor es tan larga.
problem-headers-too-large = Las cabeceras son demasiadas o demasiado largas
    .detail = Hay que enviar menos, o más cortas.
problem-quota-exceeded = Demasiadas peticiones
    .detail = Hay que esperar lo que diga la cabecera Retry-After.
problem-internal = Algo ha fallado aquí
    .detail = Para avisar, conviene indicar el identificador que lleva `instance`.
problem-match-unreadable = La partida no puede leerse aquí
    .detail = La escribió otra versión, se selló con otro secreto o está dañada; el registro del servidor dice cuál de las tres. Se queda como está.
problem-store-unavailable = No se llega al almacén
    .detail = No se aplicó nada. Se puede repetir cuando diga la cabecera Retry-After.
problem-outcome-unknown = No se sabe si la petición se aplicó
    .detail = Su respuesta se perdió. Hay que repetirla con la misma clave de idempotencia, o mirar la partida.
problem-stream-capacity = No hay sitio para otra conexión
    .detail = Se puede repetir cuando diga la cabecera Retry-After.
problem-wrong-invite = La invitación no es para este puesto
    .detail = Un puesto reservado se ocupa solo con la invitación hecha para él, y una sola vez.
problem-cursor-expired = El cursor es demasiado antiguo
    .detail = Lo que señala ya no se guarda; `oldest` dice desde dónde se puede seguir.
