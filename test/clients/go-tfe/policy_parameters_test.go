package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
)

func TestParametersOfPolicySets(t *testing.T) {
	client := admin(t)
	set := got(client.PolicySets.Create(ctx, organization, tfe.PolicySetCreateOptions{Name: tfe.String("soc2")}))(t)
	created := got(client.PolicySetParameters.Create(ctx, set.ID, tfe.PolicySetParameterCreateOptions{
		Key:      tfe.String("limit"),
		Value:    tfe.String("10"),
		Category: tfe.Category(tfe.CategoryPolicySet),
	}))(t)
	equal(t, created.PolicySet.ID, set.ID)
	equal(t, got(client.PolicySetParameters.Read(ctx, set.ID, created.ID))(t).Value, "10")
	equal(t, len(got(client.PolicySetParameters.List(ctx, set.ID, nil))(t).Items), 1)

	update := func(options tfe.PolicySetParameterUpdateOptions) *tfe.PolicySetParameter {
		return got(client.PolicySetParameters.Update(ctx, set.ID, created.ID, options))(t)
	}
	equal(t, update(tfe.PolicySetParameterUpdateOptions{Value: tfe.String("20")}).Value, "20")
	equal(t, update(tfe.PolicySetParameterUpdateOptions{Sensitive: tfe.Bool(true)}).Value, "")
	_, err := client.PolicySetParameters.Create(ctx, set.ID, tfe.PolicySetParameterCreateOptions{
		Key:      tfe.String("limit"),
		Category: tfe.Category(tfe.CategoryPolicySet),
	})
	failsSaying(t, err, "has already been taken")

	succeeds(t, client.PolicySetParameters.Delete(ctx, set.ID, created.ID))
	_, err = client.PolicySetParameters.Read(ctx, set.ID, created.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}
